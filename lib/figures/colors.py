"""The colors of all figures and of the scene, as picture.css, beside this file, defines them."""

import re
from pathlib import Path

CSS = Path(__file__).with_name("picture.css").read_text("utf-8")
# Their names in a style sheet, with the color on a light and on a dark page.
PALETTE = {
    name: (light, dark)
    for name, light, dark in re.findall(r"--(\w+): light-dark\((#\w{6}), (#\w{6})\)", CSS)
}
LIGHT = {name: light for name, (light, _) in PALETTE.items()}
POSITIVE, NEGATIVE = LIGHT["positive"], LIGHT["negative"]
BEST, NOW = LIGHT["best"], LIGHT["now"]
INK, SOFT, PAPER = LIGHT["ink"], LIGHT["soft"], LIGHT["paper"]
NAMES = {light: name for name, light in LIGHT.items()}
