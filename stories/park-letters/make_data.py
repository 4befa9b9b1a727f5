"""Letters to a park office, put together from phrases; two thirds of them were sorted into kinds by hand."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(1472)
openings = ["Good morning,", "Dear park office,", "Hello,", "To whom it may concern,", "Hi there,"]
places = ["at the duck pond", "near the rose garden", "on the big meadow", "by the playground", "along the river path"]
middles = {
    "complaint": [
        "the bins {place} are overflowing again",
        "dogs run without a leash {place} and nobody cares",
        "the noise {place} kept us awake all night",
        "the path {place} is full of broken glass",
        "for the third time the toilets {place} were locked",
    ],
    "praise": [
        "we had a wonderful picnic {place} on Sunday",
        "thank you for the new benches {place}",
        "the flowers {place} look beautiful this year",
        "your gardeners {place} were so friendly to the children",
        "what a lovely idea to open the cafe {place}",
    ],
    "question": [
        "is it allowed to have a barbecue {place}?",
        "when do the opening hours {place} change?",
        "could you tell me where to rent a boat {place}?",
        "how much is a permit for a wedding {place}?",
        "who do I ask about a lost jacket {place}?",
    ],
}
endings = {
    "complaint": ["Please do something.", "I expect an answer.", "This is not acceptable.", ""],
    "praise": ["Keep it up!", "Many thanks.", "We will be back.", ""],
    "question": ["Thanks for a short answer.", "Kind regards.", "Many thanks.", ""],
}
rows = []
for _ in range(390):
    kind = rng.choice(list(middles), p=[0.45, 0.25, 0.3])
    middle = rng.choice(middles[kind]).format(place=rng.choice(places))
    if rng.random() < 0.3:
        other = rng.choice([name for name in middles if name != kind])
        middle += f", and {rng.choice(middles[other]).format(place=rng.choice(places))}"
    rows.append((" ".join([rng.choice(openings), middle + ".", rng.choice(endings[kind])]).strip(), kind))
letters = pd.DataFrame(rows, columns=["text", "kind"])
letters.insert(0, "letter", np.arange(1, len(letters) + 1))
letters.loc[rng.choice(len(letters), 130, replace=False), "kind"] = ""

Path("data").mkdir(exist_ok=True)
letters.to_csv("data/letters.csv", index=False)
