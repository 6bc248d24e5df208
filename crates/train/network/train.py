"""Trains the network that judges positions, with PyTorch on a GPU.

    reversi-train samples GAMES... --out DATA
    python3 train.py DATA network.raw --seconds 300
    reversi-train export network.raw --out reversi.network

DATA.shapes.json and DATA.classes say which squares are looked at together, DATA.train and
DATA.check hold positions with the scores to learn. The network is described in docs/weights.md.
"""

import argparse
import io
import json
import struct
import time
import zlib

import numpy as np
import torch
import torch.nn.functional as F

HIDDEN = 16
SAMPLE = np.dtype([("own", "<u8"), ("opponent", "<u8"), ("score", "<i2")])
DISC = 128


class Board:
    """Turns positions into the classes of all their patterns, on the GPU."""

    def __init__(self, data, device):
        with open(data + ".shapes.json") as file:
            shapes = json.load(file)
        instances = shapes["instances"]
        powers = torch.zeros(64, len(instances))
        for column, instance in enumerate(instances):
            for digit, square in enumerate(instance["squares"]):
                powers[square, column] = 3**digit
        self.powers = powers.to(device)
        self.offsets = torch.tensor([i["offset"] for i in instances], device=device)
        classes = np.fromfile(data + ".classes", dtype="<u4").astype(np.int64)
        self.of = torch.from_numpy(classes).to(device)
        self.count = int(classes.max()) + 1
        self.bits = torch.arange(64, device=device)

    def classes(self, own, opponent):
        digits = ((own[:, None] >> self.bits) & 1) + 2 * ((opponent[:, None] >> self.bits) & 1)
        places = (digits.float() @ self.powers).long() + self.offsets
        empties = (digits == 0).sum(1).clamp(max=60)
        return self.of[places], empties


class Network(torch.nn.Module):
    def __init__(self, classes, dimensions, width):
        super().__init__()
        self.width = width
        phases = -(-61 // width)
        self.rows = torch.nn.Parameter(torch.randn(classes, dimensions) * 0.02)
        self.bias = torch.nn.Parameter(torch.zeros(61, dimensions))
        self.w1 = torch.nn.Parameter(torch.randn(phases, dimensions, HIDDEN) / dimensions**0.5)
        self.b1 = torch.nn.Parameter(torch.zeros(phases, HIDDEN))
        self.w2 = torch.nn.Parameter(torch.randn(phases, HIDDEN) / HIDDEN**0.5 / 2)
        self.out = torch.nn.Parameter(torch.zeros(61))

    def forward(self, classes, empties, rows=None, bias=None):
        rows = self.rows if rows is None else rows
        bias = self.bias if bias is None else bias
        a = F.relu(F.embedding_bag(classes, rows, mode="sum") + bias[empties])
        # All phases at once is cheaper than sorting positions by phase.
        z = F.relu(torch.einsum("nd,pdh->nph", a, self.w1) + self.b1)
        y = torch.einsum("nph,ph->np", z, self.w2)
        phase = torch.div(empties, self.width, rounding_mode="floor")
        return 20 * y.gather(1, phase[:, None])[:, 0] + 10 * self.out[empties]

    def quantised(self):
        """Rows and bias as they are stored, and what one unit of them is worth."""
        size = torch.quantile(self.rows.abs().flatten()[::97].float(), 0.9995).item()
        scale = 2.0 ** np.floor(np.log2(127 / max(size, 1e-6)))
        rows = (self.rows * scale).round().clamp(-127, 127)
        bias = (self.bias * scale).round().clamp(-4000, 4000)
        return rows, bias, scale


def load(path, device):
    data = np.fromfile(path, dtype=SAMPLE)
    tensor = lambda name: torch.from_numpy(data[name].astype(np.int64)).to(device)
    return tensor("own"), tensor("opponent"), tensor("score").float() / DISC


def check(network, board, samples, quantised):
    """Root mean square errors by empty squares, two at a time."""
    squares, count = torch.zeros(62), torch.zeros(62)
    rows = bias = None
    if quantised:
        rows, bias, scale = network.quantised()
        rows, bias = rows / scale, bias / scale
    with torch.no_grad():
        for own, opponent, score in zip(*(part.split(1 << 16) for part in samples)):
            classes, empties = board.classes(own, opponent)
            error = network(classes, empties, rows, bias).clamp(-63, 63) - score
            squares.index_add_(0, empties.cpu(), (error**2).cpu())
            count.index_add_(0, empties.cpu(), torch.ones(len(score)))
    pairs = range(0, 60, 2)
    mean = lambda e: ((squares[e] + squares[e + 1]) / (count[e] + count[e + 1]).clamp(min=1)) ** 0.5
    return " ".join(f"{e}:{mean(e):.2f}" for e in pairs)


def write(network, path, classes):
    rows, bias, scale = network.quantised()
    phases, dimensions, hidden = network.w1.shape
    floats = lambda tensor: tensor.detach().cpu().numpy().astype("<f4").tobytes()
    with open(path, "wb") as file:
        file.write(b"RVNETRAW")
        file.write(struct.pack("<5I", dimensions, hidden, network.width, phases, classes))
        file.write(rows.detach().cpu().numpy().astype("i1").tobytes())
        file.write(bias.detach().cpu().numpy().astype("<i2").tobytes())
        file.write(floats(network.w1 / scale))
        file.write(floats(network.b1))
        file.write(floats(network.w2 * 20 * DISC))
        file.write(floats(network.out * 10 * DISC))


def opened(path):
    """The form of a network and its numbers, from a file written here or one of the engine's."""
    with open(path, "rb") as file:
        data = file.read()
    if data.startswith(b"RVNETRAW") and len(data) >= 28:
        *form, _phases, _classes = struct.unpack_from("<5I", data, 8)
        return form, io.BytesIO(data[28:])
    if data.startswith(b"REVERSIN") and zlib.crc32(data[:-4]) == int.from_bytes(data[-4:], "little"):
        _version, width, about, _shapes, dimensions, hidden = struct.unpack_from("<BBHIBB", data, 8)
        numbers = zlib.decompress(data[18 + about : -4], wbits=-15)
        return [dimensions, hidden, width], io.BytesIO(numbers)
    raise SystemExit(f"{path} is no network, or a damaged one")


def read(network, path):
    """Begins with a network that was written before, of the same form."""
    _phases, dimensions, hidden = network.w1.shape
    form, file = opened(path)
    if form != [dimensions, hidden, network.width]:
        raise SystemExit(f"{path} is a network of another form: {form}")
    # How rows were scaled when they were rounded does not matter: the next layer makes up for it.
    scale = 64.0

    def take(parameter, kind, factor):
        count = parameter.numel()
        numbers = np.frombuffer(file.read(count * np.dtype(kind).itemsize), dtype=kind)
        if len(numbers) != count:
            raise SystemExit(f"{path} is a network for other patterns, or cut short")
        values = torch.from_numpy(numbers.astype(np.float32) * factor)
        parameter.data.copy_(values.reshape(parameter.shape))

    take(network.rows, "i1", 1 / scale)
    take(network.bias, "<i2", 1 / scale)
    take(network.w1, "<f4", scale)
    take(network.b1, "<f4", 1)
    take(network.w2, "<f4", 1 / (20 * DISC))
    take(network.out, "<f4", 1 / (10 * DISC))
    if file.read(1):
        raise SystemExit(f"{path} is a network for other patterns")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("data")
    arguments.add_argument("out")
    arguments.add_argument("--seconds", type=float, default=300)
    arguments.add_argument("--dimensions", type=int, default=32)
    arguments.add_argument("--width", type=int, default=3)
    arguments.add_argument("--rate", type=float, default=0.003)
    arguments.add_argument("--decay", type=float, default=0.02)
    arguments.add_argument("--batch", type=int, default=32768)
    arguments.add_argument("--begin", help="a network to begin with: one written here, or a .network file")
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()

    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(options.seed)
    board = Board(options.data, device)
    samples = load(options.data + ".train", device)
    checked = load(options.data + ".check", device)
    count = len(samples[2])
    print(f"{count} positions to learn from, {len(checked[2])} to check with", flush=True)

    network = Network(board.count, options.dimensions, options.width).to(device)
    if options.begin:
        read(network, options.begin)
        print("begins with:", check(network, board, checked, False), flush=True)
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=options.decay)
    start, steps = time.time(), 0
    while (passed := (time.time() - start) / options.seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = options.rate * max(1 - passed, 0.003)
        chosen = torch.randint(0, count, (options.batch,), device=device)
        classes, empties = board.classes(samples[0][chosen], samples[1][chosen])
        loss = F.mse_loss(network(classes, empties), samples[2][chosen])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        steps += 1
        if steps % 2000 == 0:
            print(f"{steps} steps, {time.time() - start:.0f} s, {loss.item() ** 0.5:.3f}", flush=True)
    print(f"{steps} steps, {steps * options.batch / count:.1f} times through all positions")
    print("errors:", check(network, board, checked, False))
    print("stored:", check(network, board, checked, True), "scale", network.quantised()[2])
    write(network, options.out, board.count)


if __name__ == "__main__":
    main()
