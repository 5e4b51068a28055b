#!/usr/bin/env python3
"""Writes stills at regular intervals while the film is rendered: contact_sheet.py FOLDER RECORDING [OPTION ...]"""

import os, sys
from compose_client import Compose, ComposeError


def main(folder, *film):
    with Compose(os.environ.get("COMPOSE", "compose")) as compose:
        duration = compose.plan(film)["duration"]
        render = compose.send("render", lambda line: print(f"{line['work']:.0%}"), film=film, output=f"{folder}/film.mp4")
        for number in range(8):
            time = duration * number / 8
            still = compose.still(film, at=time, output=f"{folder}/{number}.jpg")
            print(f"{still['pictures'][0]['output']}: frame {still['pictures'][0]['frame']}")
        print(f"{folder}/film.mp4: {render.result()['frameCount']} frames")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except ComposeError as error:
        sys.exit(f"{error} ({error.kind})")
