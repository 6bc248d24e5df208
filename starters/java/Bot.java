import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * A small Reversi player for the simple protocol: it takes a corner if it can, and otherwise the move
 * that turns the most discs. Make it better!
 *
 * <p>Build it with `javac Bot.java`, check it with `reversi cup check "simple:java Bot"`.
 */
public class Bot {
    /** The rows of the board: 'B', 'W' and '.'. */
    private final String[] board;

    private final int size;

    Bot(String[] board) {
        this.board = board;
        this.size = board.length;
    }

    /** The disc on a square, or '.' outside of the board. */
    private char disc(int column, int row) {
        boolean inside = column >= 0 && column < size && row >= 0 && row < size;
        return inside ? board[row].charAt(column) : '.';
    }

    /** How many discs a move of the colour `own` turns. */
    private int turned(int column, int row, char own) {
        int all = 0;
        for (int dx = -1; dx <= 1; dx++) {
            for (int dy = -1; dy <= 1; dy++) {
                if (dx == 0 && dy == 0) {
                    continue;
                }
                int run = 0;
                int x = column + dx;
                int y = row + dy;
                while (disc(x, y) != '.' && disc(x, y) != own) {
                    run++;
                    x += dx;
                    y += dy;
                }
                if (disc(x, y) == own) {
                    all += run;
                }
            }
        }
        return all;
    }

    /** The best of the legal moves, which are names such as `f5`. */
    String choose(String[] moves, char own) {
        String best = moves[0];
        int most = -1;
        for (String move : moves) {
            int column = move.charAt(0) - 'a';
            int row = Integer.parseInt(move.substring(1)) - 1;
            boolean corner = (column == 0 || column == size - 1) && (row == 0 || row == size - 1);
            int value = turned(column, row, own) + (corner ? 1000 : 0);
            if (value > most) {
                most = value;
                best = move;
            }
        }
        return best;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        String line;
        // One turn each time round, until the input ends.
        while ((line = input.readLine()) != null) {
            String[] header = line.trim().split(" ");
            char own = header[0].equals("black") ? 'B' : 'W';
            // Seconds for this move; with a plus sign, for the rest of the game.
            double seconds = Double.parseDouble(header[2]);
            String[] board = new String[Integer.parseInt(header[1])];
            for (int row = 0; row < board.length; row++) {
                board[row] = input.readLine().trim();
            }
            String[] moves = input.readLine().trim().split(" ");
            System.out.println(new Bot(board).choose(moves, own));
            System.out.flush(); // send the answer at once
        }
    }
}
