"""Patterns: recurring mistakes behind crashes, each with a sentence that says what it is.

A label of our own beside those of the JunoBench data set: it says what one has to learn, across libraries and
exceptions. Like the root cause it gives the cause of a crash away.
"""

PATTERNS: dict[str, str] = {
    "step never ran": "A cell that makes or changes what is needed was written but never run in this session.",
    "step already done": "A cell that changes what it reads was run again, on a value that it had changed before.",
    "step ran too late": "The cell that was needed ran, but only after the one that needed it.",
    "name overwritten": "A later cell put something else into a name that an earlier part of the notebook relies on.",
    "cell of another way": "A cell of an alternative was run, too, and left a value that the main way can't use.",
    "definition lost": "The cell that defined a name was deleted after it ran, so the name is gone with the session.",
    "code in a raw cell": "The code that is needed stands in a raw or markdown cell, which can't be run.",
    "inplace returns None": "A call that changes its object in place returns None, and that None was kept.",
    "misspelt column": "A column is asked for under a name that differs from its own in spelling, case or blanks.",
    "column gone or not yet made": "A column was dropped, renamed or made the index, or is only made further down.",
    "index is not position": "A label of an index was taken for a position, or a position for a label.",
    "text where a number belongs": "Values that look like numbers are text, or a column of text was calculated with.",
    "missing values in a model": "Missing or infinite values reach a model or a function that accepts none.",
    "string column in a model": "A column of words reaches a model that accepts only numbers.",
    "columns differ between train and test": "New data were prepared in another way, and have other columns.",
    "wrong axis": "A calculation runs along the wrong axis, or a matrix stands the wrong way round.",
    "lengths differ": "Two things that go together row by row don't have the same number of rows.",
    "counted one off": "A loop, a slice or an index goes one step too far, or begins one too late.",
    "shape of one sample": "A single sample or column lacks a dimension, or has one too many.",
    "layers that don't fit": "The output of a layer doesn't have the size that the next layer was made for.",
    "one channel, three channels": "Pictures in grey are treated like pictures in colour, or the other way round.",
    "loss and target don't fit": "The loss expects targets of another form: class numbers, say, and not one-hot rows.",
    "labels out of range": "A class number or a code is as large as the number of classes or larger, or begins at 1.",
    "dtype doesn't fit": "An array or a tensor has a data type that the operation refuses.",
    "argument that doesn't exist": "A function got an argument, or a value of one, that it doesn't know.",
    "argument of another version": "An argument or a function of another release of the library was used.",
    "method of another type": "A method was called on an object of another type than the one that has it.",
    "model of another kind": "A classifier was used to predict amounts, or a model for amounts to predict classes.",
    "not fitted or not built yet": "A model or a transformer was used before it was fitted, built or compiled.",
    "training mode left on": "A network predicts in training mode, where batch normalisation and dropout differ.",
    "gradient in the way": "A tensor that still tracks gradients was used where plain numbers are needed.",
    "graph used up": "Gradients were asked for a second time, or of something that has none.",
    "empty selection": "A filter left no rows, and what comes next needs at least one.",
    "path that isn't there": "A file is read where there is none: another name, another folder, or not yet written.",
    "moved or not installed": "A module is not installed, or a function moved to another module.",
    "one axes, several axes": "An array of axes was used as one axes, or one axes as an array of them.",
    "binary metric for many classes": "A metric for two classes was used for more of them, without a way to average.",
    "names a library refuses": "Names of columns or files hold characters that the library doesn't accept.",
}
"""Name, as in the label sheet -> what it means, in one sentence."""
