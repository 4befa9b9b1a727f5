"""What a person does with an instance: attempts at a repair, reveals of the answer, comparisons."""
