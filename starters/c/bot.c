/* A small Reversi player for the simple protocol: it takes a corner if it can,
   and otherwise the move that turns the most discs. Make it better!

   Build it with `make`, check it with `reversi cup check simple:./bot`. */

#include <stdio.h>
#include <string.h>

#define MAX_SIZE 26

static char board[MAX_SIZE][MAX_SIZE + 2]; /* board[row][column]: 'B', 'W' or '.' */
static int size;

/* The disc on a square, or '.' outside of the board. */
static char disc(int column, int row)
{
    if (column < 0 || column >= size || row < 0 || row >= size)
        return '.';
    return board[row][column];
}

/* How many discs a move of the colour `own` turns. */
static int turned(int column, int row, char own)
{
    int all = 0;
    for (int dx = -1; dx <= 1; dx++) {
        for (int dy = -1; dy <= 1; dy++) {
            int run = 0, x = column + dx, y = row + dy;
            if (dx == 0 && dy == 0)
                continue;
            while (disc(x, y) != '.' && disc(x, y) != own) {
                run++;
                x += dx;
                y += dy;
            }
            if (disc(x, y) == own)
                all += run;
        }
    }
    return all;
}

int main(void)
{
    char color[8];
    double seconds; /* time for this move; see the documentation for clocks */

    /* One turn each time round, until the input ends. */
    while (scanf("%7s %d %lf", color, &size, &seconds) == 3) {
        char own = strcmp(color, "black") == 0 ? 'B' : 'W';
        char best[8] = "", move[8];
        int most = -1, end = ' ';

        if (size < 4 || size > MAX_SIZE)
            return 1;
        for (int row = 0; row < size; row++)
            if (scanf("%27s", board[row]) != 1)
                return 1;

        /* The line of legal moves, such as `d3 c4 f5 e6`. */
        while (end != '\n' && scanf("%7s", move) == 1) {
            int column = move[0] - 'a', row = 0, value;
            sscanf(move + 1, "%d", &row);
            row--; /* rows are counted from 1 */
            value = turned(column, row, own);
            if ((column == 0 || column == size - 1) && (row == 0 || row == size - 1))
                value += 1000; /* corners are never lost again */
            if (value > most) {
                most = value;
                strcpy(best, move);
            }
            end = getchar(); /* a blank, or the end of the line */
            if (end == '\r')
                end = getchar();
        }
        printf("%s\n", best);
        fflush(stdout); /* send the answer at once */
    }
    return 0;
}
