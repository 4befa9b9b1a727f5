"""Reviews of ferry crossings, put together from phrases that depend on the stars."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(4127)

ROUTES = ["Marsund - Hella", "Hella - Tangen", "Tangen - Vik", "Vik - Marsund", "Osta - Hella"]
GOOD = [
    "smooth crossing and friendly crew",
    "we left on time to the minute",
    "the sun deck is worth every penny",
    "cinnamon buns in the cafe are still warm",
    "boarding with the car took five minutes",
    "kids loved the play corner",
    "great views of the islands",
    "very clean toilets for once",
]
BAD = [
    "two hours late and nobody told us why",
    "the cafe was closed again",
    "freezing in the lounge",
    "my bike got scratched on the car deck",
    "rude staff at the ticket gate",
    "coffee tastes like diesel",
    "no seats left although we had a booking",
    "the app cancelled my ticket by itself",
]
PLAIN = [
    "took the {time} boat to {town}",
    "crossing of about {minutes} minutes",
    "travelled with {party}",
    "paid {fare} euro one way",
    "second time on this line",
]


def plain_phrase(route: str) -> str:
    return str(rng.choice(PLAIN)).format(
        time=f"{rng.integers(6, 22)}:{rng.choice(['00', '15', '30', '45'])}",
        town=route.split(" - ")[1],
        minutes=rng.integers(25, 140),
        party=rng.choice(["my parents", "two kids", "a dog", "friends", "a heavy bike"]),
        fare=rng.integers(9, 60),
    )


def review(stars: int, route: str) -> str:
    good = rng.binomial(3, (stars - 0.6) / 5)
    phrases = [*rng.choice(GOOD, good, replace=False), *rng.choice(BAD, 3 - good, replace=False), plain_phrase(route)]
    text = ", ".join(phrases[i] for i in rng.permutation(len(phrases)))
    if rng.random() < 0.15:
        text = text.upper()
    return text + rng.choice(["", ".", "!", "!!", " :)", " ..."])


count = 380
stars = rng.choice([1, 2, 3, 4, 5], count, p=[0.14, 0.13, 0.16, 0.27, 0.30])
routes = rng.choice(ROUTES, count, p=[0.34, 0.25, 0.18, 0.13, 0.10])
dates = pd.Timestamp("2023-04-01") + pd.to_timedelta(rng.integers(0, 380, count), unit="D")
reviews = pd.DataFrame(
    {
        "review_id": np.arange(10_001, 10_001 + count),
        "date": dates.strftime("%Y-%m-%d"),
        "route": routes,
        "stars": stars,
        "review": [review(s, r) for s, r in zip(stars, routes, strict=True)],
    }
)
reviews.loc[rng.choice(count, 9, replace=False), "review"] = None

Path("data").mkdir(exist_ok=True)
reviews.to_csv("data/reviews.csv", index=False)
