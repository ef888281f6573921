"""Run uv, and pass it the package indexes of pip's settings, which it does not read itself.

    python tools/uv.py pip install -r requirements.txt

uv's own settings, such as UV_DEFAULT_INDEX, go first. Of pip's, as pip has it, an environment
variable goes before what stands under [install] in a pip.conf, and this before [global].
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


def settings(listed):
    """Return uv's environment variables for what `pip config list` prints."""
    found = {}
    for place in ("global.", "install.", ":env:."):
        for line in listed.splitlines():
            name, _, value = line.partition("=")
            if name.startswith(place) and (ours := OF_UV.get(name.removeprefix(place))):
                found[ours[0]] = ours[1].join(ast.literal_eval(value).split())
    # Else uv would take a package from the first index that has it, in whatever version.
    return found | {"UV_INDEX_STRATEGY": "unsafe-best-match"}


if __name__ == "__main__":
    listed = subprocess.check_output([sys.executable, "-m", "pip", "config", "list"], text=True)
    command = [sys.executable, "-m", "uv", *sys.argv[1:]]
    sys.exit(subprocess.call(command, env=settings(listed) | os.environ))
