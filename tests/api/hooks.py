"""Lets most requests about games and puzzles be about ones that there are, with keys that fit."""

import json
import os

import schemathesis

TABLES = json.loads(os.environ["REVERSI_TABLES"])


@schemathesis.hook
def before_call(context, case, kwargs):
    identity = (case.path_parameters or {}).get("id")
    if identity is None:
        return
    # What was generated decides, so that the same seed does the same.
    luck = sum(map(ord, f"{identity}{case.body}"))
    if luck % 4 == 0:
        return
    if "/puzzles/" in case.path:
        case.path_parameters["id"] = luck % 100 + 1
        return
    table = TABLES[luck % len(TABLES)]
    case.path_parameters["id"] = table["id"]
    if isinstance(case.body, dict) and "square" in case.body and luck % 2:
        case.body["square"] = ["d3", "c4", "e6", "f5", "c5", "b3"][luck % 6]
    if luck % 3:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {table['key']}"}
