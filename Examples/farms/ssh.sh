#!/bin/bash
# Renders film.otio in this folder on the hosts that the file `hosts` lists (GNU parallel's --sshloginfile: one per line, such
# as 8/anna@render1), then joins the chunks. All hosts see this folder under the same path and have compose.
set -euo pipefail

count=$(compose plan film.otio --json | sed 's/.*"chunkCount":\([0-9]*\).*/\1/')
parallel --sshloginfile hosts --workdir "$PWD" --retries 3 \
    compose render film.otio --chunk "{}/$count" --overwrite --progress none -o "{}.chunk" ::: $(seq "$count")
compose join film.otio *.chunk -o out.mp4
