"""The chapter *Without a separator*: how many mistakes where no hyperplane separates the sample."""
