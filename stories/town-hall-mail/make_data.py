"""Mails to a town hall, made of stock phrases, with the desk that answered in the end."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(1848)
ABOUT = {
    "waste": ["the bin for paper", "bulky waste", "the collection on our road", "a full container", "garden waste"],
    "parking": ["a parking permit", "my parking fine", "the new parking zone", "a car without plates", "loading bays"],
    "register": ["my new address", "a certificate of birth", "my passport", "our wedding date", "a lost identity card"],
    "parks": ["the playground", "the old lime tree", "benches by the pond", "the dog meadow", "the rose beds"],
}
SHARED = [
    "I have been waiting for three weeks now.",
    "Could you please call me back?",
    "My neighbour has the same problem.",
    "There is nothing about it on your website.",
    "Who is responsible for this?",
    "Please find a photo attached.",
    "The opening hours don't suit people who work.",
    "Is there a fee?",
]
OPENING = ["Good morning, I write about {}.", "A question about {}:", "Hello, it is about {} again.", "Regarding {}."]

rows = []
for number in range(620):
    desk = rng.choice(list(ABOUT), p=[0.46, 0.31, 0.165, 0.065])
    said = desk if rng.random() > 0.11 else rng.choice(list(ABOUT))
    about = rng.choice(ABOUT[said])
    text = [str(rng.choice(OPENING)).format(about), *rng.choice(SHARED, rng.integers(1, 4), replace=False)]
    if rng.random() < 0.3:
        text.append(f"And what about {rng.choice(ABOUT[str(rng.choice(list(ABOUT)))])}?")
    rows.append((f"M{number + 3000}", " ".join(text), desk, int(rng.integers(0, 3))))

Path("data").mkdir(exist_ok=True)
pd.DataFrame(rows, columns=["mail", "text", "desk", "forwarded"]).to_csv("data/mails.csv", index=False)
