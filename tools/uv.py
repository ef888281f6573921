"""Run uv with the package indexes of pip's settings: `python tools/uv.py pip install sympy`.

uv does not read these itself. Its own, such as UV_DEFAULT_INDEX, go first; of pip's, as pip has it,
an environment variable goes before [install] in a pip.conf, and this before [global].
"""

import ast
import os
import subprocess
import sys

OF_UV = {  # by pip's names, with what stands between several of them
    "index-url": ("UV_DEFAULT_INDEX", " "),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "no-index": ("UV_NO_INDEX", " "),
    "trusted-host": ("UV_INSECURE_HOST", " "),
    "cert": ("SSL_CERT_FILE", " "),
    "proxy": ("ALL_PROXY", " "),
}

if __name__ == "__main__":
    listed = subprocess.check_output([sys.executable, "-m", "pip", "config", "list"], text=True)
    # Else uv would take a package from the first index that has it, in whatever version.
    found = {"UV_INDEX_STRATEGY": "unsafe-best-match"}
    for place in ("global.", "install.", ":env:."):
        for line in listed.splitlines():
            name, _, value = line.partition("=")
            if name.startswith(place) and (ours := OF_UV.get(name.removeprefix(place))):
                found[ours[0]] = ours[1].join(ast.literal_eval(value).split())
    command = [sys.executable, "-m", "uv", *sys.argv[1:]]
    sys.exit(subprocess.call(command, env=found | os.environ))
