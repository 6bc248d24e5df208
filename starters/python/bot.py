"""A small Reversi player for the simple protocol: it takes a corner if it can,
and otherwise the move that turns the most discs. Make it better!

Check it with: reversi cup check "simple:python3 bot.py"
"""

import sys


def turned(board, size, column, row, own):
    """How many discs a move of the colour `own`, 'B' or 'W', turns."""
    discs = 0
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if dx == dy == 0:
                continue
            run, x, y = 0, column + dx, row + dy
            while 0 <= x < size and 0 <= y < size and board[y][x] not in (".", own):
                run, x, y = run + 1, x + dx, y + dy
            if 0 <= x < size and 0 <= y < size and board[y][x] == own:
                discs += run
    return discs


def choose(board, size, own, moves):
    """The best of the legal moves, which are names such as `f5`."""

    def value(move):
        column, row = ord(move[0]) - ord("a"), int(move[1:]) - 1
        corner = column in (0, size - 1) and row in (0, size - 1)
        return (corner, turned(board, size, column, row, own))

    return max(moves, key=value)


def main():
    # One turn each time round, until the input ends.
    while header := sys.stdin.readline().split():
        color, size = header[0], int(header[1])
        # Seconds for this move; with a plus sign, for the rest of the game.
        clock, seconds = header[2].startswith("+"), float(header[2])
        board = [sys.stdin.readline().strip() for _ in range(size)]
        moves = sys.stdin.readline().split()
        own = "B" if color == "black" else "W"
        print(choose(board, size, own, moves), flush=True)


main()
