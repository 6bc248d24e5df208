"""Lets half of the requests about games be about games that there are, with keys that fit."""

import json
import os

import schemathesis

TABLES = json.loads(os.environ["REVERSI_TABLES"])


@schemathesis.hook
def before_call(context, case, kwargs):
    identity = (case.path_parameters or {}).get("id")
    if identity is None or "/games/" not in case.path:
        return
    # What was generated decides, so that the same seed does the same.
    luck = sum(map(ord, f"{identity}{case.body}"))
    if luck % 4 == 0:
        return
    table = TABLES[luck % len(TABLES)]
    case.path_parameters["id"] = table["id"]
    if luck % 3:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {table['key']}"}
