"""Tests every route of the API with valid and invalid bodies from its OpenAPI description: runs schemathesis
against a new server. No answer may be a 5xx, and every answer must match the description."""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("REVERSI", ROOT / "target" / "debug" / "reversi")
DESCRIPTION = ROOT / "crates" / "web" / "src" / "openapi" / "openapi.json"
GAMES = [
    {"black": "human", "white": "human", "shared": True},
    {"black": "human", "white": "human"},
    {"black": "human", "white": "engine:1", "begin": {"size": 6}},
    {"black": "engine:1", "white": "random", "begin": {"size": 4}},
    {"black": "human", "white": "walle:1", "begin": {"size": 10}, "clock": {"seconds": 600, "increment": 1}},
]


def post(address, body):
    """Posts JSON and returns the JSON answer."""
    request = urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def games(address):
    """Makes games to test with, each with its key; many, because tests resign some of them."""
    for game in GAMES * 12:
        made = post(f"{address}/api/games", game)
        yield {"id": made["id"], "key": made["keys"]["black"] or made["keys"]["white"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=30, help="the maximum number of bodies for each route")
    parser.add_argument("--seed", type=int, help="seed of the generated bodies; without it, always the same bodies")
    wishes, more = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [PROGRAM, "web", "--no-open", "--port", "0", "--data", f"{folder}/games.sqlite"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            line = server.stdout.readline()
            address = re.search(r"http://\S+?:\d+", line).group()
            environment = {
                **os.environ,
                "SCHEMATHESIS_HOOKS": str(ROOT / "tests" / "api" / "hooks.py"),
                "REVERSI_GAMES": json.dumps(list(games(address))),
                "PYTHONDONTWRITEBYTECODE": "1",
            }
            check = [
                ROOT / "target" / "api" / "bin" / "schemathesis", "--config-file", ROOT / "tests" / "api" / "schemathesis.toml",
                "run", DESCRIPTION, "--url", address,
                "--max-examples", str(wishes.examples), *more,
            ]
            check += ["--generation-deterministic"] if wishes.seed is None else ["--seed", str(wishes.seed)]
            code = subprocess.run(check, env=environment, cwd=folder).returncode
            if server.poll() is not None:
                print(f"the server has ended with {server.returncode}")
                code = 1
        finally:
            server.kill()
        said = server.stderr.read()
        if "panicked" in said:
            print(said)
            code = 1
    sys.exit(code)


if __name__ == "__main__":
    main()
