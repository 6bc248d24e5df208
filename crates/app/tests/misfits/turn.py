# For the programs in this folder: the turns of the simple protocol. Each turn is one of the legal
# moves.
import sys


def turns():
    for line in sys.stdin:
        size = int(line.split()[1])
        for _ in range(size):
            sys.stdin.readline()
        yield sys.stdin.readline().split()[0]
