"""Makes most requests use existing games and puzzles, with their keys."""

import json
import os

import schemathesis

GAMES = json.loads(os.environ["REVERSI_GAMES"])


@schemathesis.hook
def before_call(context, case, kwargs):
    identity = (case.path_parameters or {}).get("id")
    if identity is None:
        return
    # The generated request decides, so that the same seed gives the same requests.
    luck = sum(map(ord, f"{identity}{case.body}"))
    if luck % 4 == 0:
        return
    if "/puzzles/" in case.path:
        case.path_parameters["id"] = luck % 100 + 1
        return
    game = GAMES[luck % len(GAMES)]
    case.path_parameters["id"] = game["id"]
    if isinstance(case.body, dict) and "square" in case.body and luck % 2:
        case.body["square"] = ["d3", "c4", "e6", "f5", "c5", "b3"][luck % 6]
    if luck % 3:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {game['key']}"}
