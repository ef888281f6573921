"""The certified machines as a classifier of scikit-learn, for its pipelines and its searches."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.class_weight import compute_sample_weight
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from lib.kernels.functions import gaussian
from lib.kernels.svm import kernel_svm
from lib.samples import Sample
from lib.soft_margin import soft_margin


class SVM(ClassifierMixin, BaseEstimator):
    """`soft_margin` or, with a kernel, `kernel_svm`, for two classes of any labels.

    C : the price of slack
    width : of a Gaussian kernel; or `kernel`, another one of `lib.kernels.functions`
    class_weight : "balanced", or a dict of a weight for each label, which multiplies C

    After `fit`, `certificate_` is the solution, in which the second of `classes_` has the label +1.

    >>> from sklearn.model_selection import GridSearchCV
    >>> search = GridSearchCV(SVM(), {"C": [0.1, 1], "width": [None, 2]}, cv=2)
    >>> search.fit([[0], [1], [3], [4]], ["low", "low", "top", "top"]).predict([[0.5]]).tolist()
    ['low']
    """

    def __init__(self, C=1.0, *, width=None, kernel=None, class_weight=None):
        self.C, self.width, self.kernel, self.class_weight = C, width, kernel, class_weight

    def fit(self, X, y, sample_weight=None):
        """Learn from rows X with labels y; an example of weight 0 takes no part."""
        if self.width is not None and self.kernel is not None:
            raise ValueError(f"width={self.width!r} beside a kernel; give one of the two")
        X, y = validate_data(self, X, y)
        check_classification_targets(y)
        self.classes_, index = np.unique(y, return_inverse=True)
        if len(self.classes_) > 2:
            count = f"y has {len(self.classes_)} classes; give OneVsRestClassifier({self!r})"
            raise ValueError(f"Only binary classification is supported: {count}")
        weights = _check_sample_weight(sample_weight, X, ensure_non_negative=True)
        weights = weights * compute_sample_weight(self.class_weight, y)
        kept = weights > 0
        sample, weights = Sample(X[kept], 2 * index[kept] - 1), weights[kept]
        kernel = gaussian(self.width) if self.width is not None else self.kernel
        if kernel is None:
            self.separator_ = self.certificate_ = soft_margin(sample, self.C, weights=weights)
        else:
            self.separator_, self.certificate_ = kernel_svm(sample, kernel, self.C, weights=weights)
        return self

    def decision_function(self, X):
        """f(x) of each row x of X, above 0 for the second class; shape (m,)."""
        check_is_fitted(self)
        return self.separator_.decision(validate_data(self, X, reset=False))

    def predict(self, X):
        """The label of each row of X, shape (m,)."""
        return np.where(self.decision_function(X) > 0, *self.classes_[::-1])

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
