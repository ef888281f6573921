"""The chapter *Without a separator*: how many mistakes where no hyperplane separates the sample.

`bounds` has the distances that the examples lack and the bounds on mistakes that they give;
`comparators` the direction and the margin with which each bound is least.
"""
