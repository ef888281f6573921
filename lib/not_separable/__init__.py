"""The chapter *Without a separator*: bounds with distances, and the best comparators."""
