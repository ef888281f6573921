"""The shapes of matplotlib as the `d` of an SVG path, to a tenth of a unit."""

import numpy as np
from matplotlib.path import Path

UNITS = 100  # of the drawing, to an inch of the figure
CIRCLE = len(Path.unit_circle().codes)


def number(value: float) -> str:
    """A coordinate, to a tenth of a unit."""
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def outline(path: Path, transform, **options) -> str:
    """The `d` of a path."""
    letters = {Path.MOVETO: "M", Path.LINETO: "L", Path.CURVE3: "Q", Path.CURVE4: "C"}
    return "".join(
        "z" if code == Path.CLOSEPOLY else letters[code] + " ".join(map(number, vertices))
        for vertices, code in path.iter_segments(transform, **options)
    )


def stamp(path: Path, transform) -> tuple[np.ndarray, str]:
    """A marker around (0, 0): where its `d` starts, and how it goes on from there; two arcs for a
    circle.
    """
    shown = transform.transform(path.vertices)
    if path.codes is not None and len(path.codes) == CIRCLE:
        r = number(np.ptp(shown[:, 0]) / 2)
        wide = number(2 * float(r))  # any less, and two arcs make no circle
        return shown.min(axis=0) * (1, 0), f"a{r} {r} 0 1 0 {wide} 0a{r} {r} 0 1 0 -{wide} 0z"
    said, here, letters = [], shown[0], {Path.MOVETO: "m", Path.LINETO: "l", Path.CURVE4: "c"}
    for vertices, code in list(path.iter_segments(transform, simplify=False))[1:]:
        if code == Path.CLOSEPOLY:
            said.append("z")
        else:
            steps = np.round(vertices.reshape(-1, 2) - here, 1)
            said.append(letters[code] + " ".join(map(number, steps.ravel())))
            here = here + steps[-1]  # where the rounded steps have led
    return shown[0], "".join(said)
