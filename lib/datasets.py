"""Real data: pairs of classes that ship inside scikit-learn, as samples."""

import numpy as np

from lib.checks import as_whole
from lib.samples import Sample, of_sample, prepare


def _pair(loader: str, negative, positive, prefix: str = "") -> Sample:
    """Two classes of a data set that ships inside scikit-learn, the second labelled +1."""
    from sklearn import datasets

    data = getattr(datasets, f"load_{loader}")()
    names = [str(name).removeprefix(prefix) for name in data.target_names]
    for side, name in (("negative", negative), ("positive", positive)):
        if str(name) not in names:
            raise ValueError(
                f"{side}={name!r} is not a class of {loader}; choose from {', '.join(names)}"
            )
    if str(negative) == str(positive):
        raise ValueError(f"negative and positive are both {negative!r}; name two classes")
    a, b = names.index(str(negative)), names.index(str(positive))
    rows = np.isin(data.target, (a, b))
    y = np.where(data.target[rows] == b, 1, -1)
    title = f"{loader.replace('_', ' ')} {negative}/{positive}"
    return Sample(data.data[rows], y, title, tuple(str(f) for f in data.feature_names))


def iris(negative: str = "setosa", positive: str = "versicolor") -> Sample:
    """Two species of Fisher's iris: 100 flowers, 4 lengths and widths in cm.

    >>> iris()
    Sample('iris setosa/versicolor': n=100, d=4, 50 positive)
    """
    return _pair("iris", negative, positive)


def wine(negative: int = 0, positive: int = 1) -> Sample:
    """Two of three cultivars of wine, 0, 1, 2: 13 chemical measurements.

    >>> wine(0, 1)
    Sample('wine 0/1': n=130, d=13, 71 positive)
    """
    return _pair("wine", negative, positive, prefix="class_")


def digits(negative: int, positive: int) -> Sample:
    """Two of the ten handwritten digits: 8 by 8 pixels, each 0 to 16.

    >>> digits(3, 8)
    Sample('digits 3/8': n=357, d=64, 174 positive)
    """
    return _pair("digits", negative, positive)


def digit_against_rest(digit: int) -> Sample:
    """One handwritten digit (+1) against the nine others (-1): 1797 examples, 8 by 8 pixels.

    >>> digit_against_rest(8)
    Sample('digits 8/rest': n=1797, d=64, 174 positive)
    """
    from sklearn import datasets

    digit, data = as_whole("digit", digit, 0, 9), datasets.load_digits()
    y = np.where(data.target == digit, 1, -1)
    return Sample(data.data, y, f"digits {digit}/rest", tuple(data.feature_names))


@of_sample
def retina(sample: Sample, cells: int = 20) -> Sample:
    """Show 8 by 8 digits to a square retina of on/off photocells, 20 by 20 as in the Mark I.

    Each image is interpolated linearly; a cell is 1 where the ink is at least half of its maximum.

    >>> retina(digits(3, 8))
    Sample('digits 3/8 on 20 by 20 cells': n=357, d=400, 174 positive)
    """
    if sample.d != 64:
        raise ValueError(
            f"the examples have {sample.d} features; give 8 by 8 digits, as digits(3, 8)"
        )
    cells = as_whole("cells", cells, at_least=8)
    ticks = np.linspace(0, 7, cells)
    # Row i holds the shares of the 8 old pixels in new pixel i.
    shares = np.maximum(0, 1 - np.abs(ticks[:, None] - np.arange(8)))
    images = shares @ sample.X.reshape(-1, 8, 8) @ shares.T
    on = (images >= 8).reshape(sample.n, -1)
    return Sample(on, sample.y, f"{sample.name} on {cells} by {cells} cells")


def breast_cancer() -> Sample:
    """Breast tumors, malignant (-1) or benign (+1), by the first 10 of 30 measurements.

    No hyperplane separates the classes; with all 30 one does, by a narrow margin.

    >>> breast_cancer()
    Sample('breast cancer malignant/benign': n=569, d=10, 357 positive)
    """
    sample = _pair("breast_cancer", "malignant", "benign")
    return sample.columns(*sample.features[:10])


def separable_pairs() -> list[Sample]:
    """Seven real pairs of classes that a hyperplane separates, prepared: the book's test bench.

    >>> [sample.name for sample in separable_pairs()][:3]
    ['iris setosa/versicolor', 'wine 0/1', 'wine 0/2']
    """
    raw = [iris(), wine(0, 1), wine(0, 2), wine(1, 2), digits(1, 8), digits(3, 8), digits(4, 9)]
    return [prepare(sample) for sample in raw]
