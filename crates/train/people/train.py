"""Trains the human-move model with PyTorch: on a GPU in minutes, without one only to try it.

    reversi-train people samples WTHOR PLAYOK --out DATA
    python3 train.py DATA people.raw --seconds 240
    reversi-train people export people.raw DATA.memory --out crates/play/data/people.model

DATA.train.*, DATA.check.*: positions with the numbers of their moves, in the layout of people/samples.rs.
docs/people.md describes the network.
"""

import argparse
import glob
import struct
import time

import numpy as np
import torch
import torch.nn.functional as F

PLANES, NUMBERS, GLOBALS = 8, 20, 8
POSITION = np.dtype([("planes", "<u8", PLANES), ("globals", "i1", GLOBALS), ("rating", "<i2"),
                     ("count", "u1"), ("played", "u1"), ("pool", "u1"), ("empties", "u1")])
MOVE = np.dtype([("square", "u1"), ("numbers", "i1", NUMBERS)])
MOST = 24  # moves of a position; more are rare, and such positions are left out


class Samples:
    """Positions on the device. Moves of all positions lie one after the other."""

    def __init__(self, prefix, device):
        files = sorted(glob.glob(prefix + ".*.positions"))
        positions = np.concatenate([np.fromfile(file, POSITION) for file in files])
        moves = np.concatenate([np.fromfile(file.replace("positions", "moves"), MOVE) for file in files])
        starts = np.cumsum(positions["count"].astype(np.int64)) - positions["count"]
        keep = positions["count"] <= MOST
        move = lambda array: torch.from_numpy(np.ascontiguousarray(array)).to(device)
        self.planes = move(positions["planes"][keep].view("i8"))
        self.globals = move(positions["globals"][keep])
        self.rating = move(positions["rating"][keep])
        self.count = move(positions["count"][keep])
        self.played = move(positions["played"][keep])
        self.pool = move(positions["pool"][keep])
        self.empties = move(positions["empties"][keep])
        self.starts = move(starts[keep])
        self.squares = move(moves["square"])
        self.numbers = move(moves["numbers"])
        self.bits = torch.arange(64, device=device)
        self.images = images(device)

    def __len__(self):
        return len(self.rating)

    def batch(self, chosen, turned):
        """Planes, globals, numbers and squares of moves (padded), and which move was played."""
        planes = ((self.planes[chosen][:, :, None] >> self.bits) & 1).float()
        globals_ = self.globals[chosen].float() / 32
        globals_[:, 0] = (self.rating[chosen].float().clamp(1500, 2700) - 2000) / 300
        count = self.count[chosen].long()
        places = self.starts[chosen][:, None] + torch.arange(MOST, device=chosen.device)
        there = torch.arange(MOST, device=chosen.device) < count[:, None]
        places = places.clamp(max=len(self.squares) - 1)
        squares = self.squares[places].long()
        numbers = self.numbers[places].float() / 32 * there[:, :, None]
        if turned:
            image = self.images[torch.randint(0, 8, (len(chosen),), device=chosen.device)]
            planes = planes.gather(2, image[:, None, :].expand(-1, PLANES, -1))
            # The square that a square goes to: the inverse of "the square it is taken from".
            squares = image.argsort(1).gather(1, squares)
        return planes, globals_, numbers, squares, there, self.played[chosen].long()


def images(device):
    """For each symmetry and each square, the square that its value is taken from."""
    board = torch.arange(64).reshape(8, 8)
    turns = [torch.rot90(side, k) for side in (board, board.T) for k in range(4)]
    return torch.stack([turn.reshape(64) for turn in turns]).to(device)


class Network(torch.nn.Module):
    def __init__(self, channels, hidden, layers):
        super().__init__()
        self.channels, self.layers = channels, layers
        linear = torch.nn.Linear
        self.first = torch.nn.Conv2d(PLANES + NUMBERS, channels, 3, padding=1)
        self.convs = torch.nn.ModuleList(torch.nn.Conv2d(channels, channels, 3, padding=1) for _ in range(layers))
        self.context = linear(GLOBALS, hidden)
        self.biases = linear(hidden, channels * (layers + 1), bias=False)
        self.trunk = linear(channels, hidden, bias=False)
        self.own = linear(NUMBERS, hidden)
        self.pooled = linear(channels, hidden, bias=False)
        self.known = linear(hidden, hidden, bias=False)
        self.second = linear(hidden, 32)
        self.last = linear(32, 1, bias=False)

    def forward(self, planes, globals_, numbers, squares, there):
        count = len(planes)
        context = F.relu(self.context(globals_))
        biases = self.biases(context).reshape(count, self.layers + 1, self.channels, 1, 1)
        spread = torch.zeros(count, NUMBERS, 64, device=planes.device)
        # Padding moves have numbers of 0 and are added to square 0, which changes nothing.
        where = (squares * there)[:, None, :].expand(-1, NUMBERS, -1)
        spread.scatter_add_(2, where, numbers.transpose(1, 2))
        x = torch.cat([planes, spread], 1).reshape(count, PLANES + NUMBERS, 8, 8)
        x = F.relu(self.first(x) + biases[:, 0])
        pooled = None
        for layer, conv in enumerate(self.convs):
            if layer + 1 == self.layers:
                # The last layer is computed at legal squares only; the mean is that of the layer before.
                pooled = x.mean((2, 3))
            x = F.relu(conv(x) + x + biases[:, layer + 1])
        at = squares[:, None, :].expand(-1, self.channels, -1)
        local = x.reshape(count, self.channels, 64).gather(2, at).transpose(1, 2)
        shared = self.pooled(pooled) + self.known(context)
        z = F.relu(self.trunk(local) + self.own(numbers) + shared[:, None, :])
        z = F.relu(self.second(z))
        # In full precision: rounded logits would often be equal.
        logits = (z.float() * self.last.weight[0]).sum(2)
        return logits.masked_fill(~there, -1e9)


def check(network, samples, label):
    """Share of moves predicted and log loss, by pool."""
    hit, top3, loss, total = torch.zeros(2), torch.zeros(2), torch.zeros(2), torch.zeros(2)
    network.eval()
    with torch.no_grad():
        for chosen in torch.arange(len(samples), device=samples.rating.device).split(1 << 14):
            *inputs, played = samples.batch(chosen, False)
            logits = network(*inputs)
            logp = F.log_softmax(logits, 1).gather(1, played[:, None])[:, 0]
            best = logits.topk(3, 1).indices == played[:, None]
            pool = samples.pool[chosen].long().cpu()
            for sums, values in ((hit, best[:, 0]), (top3, best.any(1)), (loss, -logp), (total, torch.ones_like(logp))):
                sums.index_add_(0, pool, values.float().cpu())
    network.train()
    print(label, *(f"pool {p}: top1 {hit[p]/total[p]:.4f} top3 {top3[p]/total[p]:.4f} loss {loss[p]/total[p]:.4f} ({int(total[p])})"
                   for p in range(2)), flush=True)


def write(network, path):
    """All weights as f32, with their shapes, in the order the program reads them."""
    state = network.state_dict()
    with open(path, "wb") as file:
        file.write(b"RVPEORAW")
        file.write(struct.pack("<I", len(state)))
        for name, tensor in state.items():
            values = tensor.detach().float().cpu().numpy().astype("<f4")
            file.write(struct.pack("<I", len(name)) + name.encode())
            file.write(struct.pack("<I", values.ndim) + struct.pack(f"<{values.ndim}I", *values.shape))
            file.write(values.tobytes())


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("data")
    arguments.add_argument("out")
    arguments.add_argument("--seconds", type=float, default=240)
    arguments.add_argument("--channels", type=int, default=48)
    arguments.add_argument("--hidden", type=int, default=64)
    arguments.add_argument("--layers", type=int, default=3)
    arguments.add_argument("--rate", type=float, default=0.002)
    arguments.add_argument("--decay", type=float, default=0.01)
    arguments.add_argument("--batch", type=int, default=8192)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()

    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    begin = time.time()
    samples, checked = Samples(options.data + ".train", device), Samples(options.data + ".check", device)
    print(f"{len(samples)} positions to learn from, {len(checked)} to check with, read in {time.time() - begin:.0f} s", flush=True)
    network = Network(options.channels, options.hidden, options.layers).to(device)
    print(sum(parameter.numel() for parameter in network.parameters()), "weights")
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=options.decay, fused=True)
    start, steps, shown = time.time(), 0, 0
    while (passed := (time.time() - start) / options.seconds) < 1:
        warm = min(1, steps / 500)
        for group in optimiser.param_groups:
            group["lr"] = options.rate * warm * max(0.5 * (1 + np.cos(np.pi * passed)), 0.002)
        chosen = torch.randint(0, len(samples), (options.batch,), device=device)
        *inputs, played = samples.batch(chosen, True)
        with torch.autocast(device, torch.bfloat16):
            logits = network(*inputs)
        loss = F.cross_entropy(logits, played)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        steps += 1
        if int(passed * 6) > shown:
            shown = int(passed * 6)
            check(network, checked, f"{steps} steps, {time.time() - start:.0f} s:")
    print(f"{steps} steps, {steps * options.batch / len(samples):.1f} times through all positions")
    check(network, checked, "at the end:")
    write(network, options.out)


if __name__ == "__main__":
    main()
