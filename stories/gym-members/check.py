"""A network that tells who gives notice, trained on three quarters of the members."""

import numpy as np
import pandas as pd
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss, roc_auc_score


def notices():
    return pd.read_csv("data/members.csv", index_col="member")["gave_notice"]


def chances(names, X):
    """Of giving notice, by the network as it is after the training; for one output a row or for two."""
    net = names["net"]
    training = net.training
    net.eval()
    with torch.no_grad():
        out = net(X)
    net.train(training)
    out = out.reshape(len(X), -1).double()
    assert out.shape[1] in (1, 2), f"the network puts out {out.shape[1]} numbers a member"
    if out.shape[1] == 2:
        return torch.softmax(out, dim=1)[:, 1].numpy()
    if any(isinstance(layer, torch.nn.Sigmoid) for layer in net.modules()):
        return out[:, 0].numpy()
    return torch.sigmoid(out[:, 0]).numpy()


def check_members(names, outputs):
    """Three quarters of the members train it, each with what they really did."""
    train, test = names["X_train"].index, names["X_test"].index
    assert not set(train) & set(test) and len(train) == 525 and len(test) == 175, f"{len(train)} do"
    for part, rows in (("yt", train), ("yv", test)):
        found = names[part].detach().double().reshape(-1).numpy()
        assert len(found) == len(rows), f"{part} has {len(found)} values for {len(rows)} members"
        assert np.array_equal(found, notices().reindex(rows)), f"{part} says something else"


def check_history(names, outputs):
    """The loss of every epoch is noted, and it falls."""
    history = np.asarray(names["history"], dtype=float)
    assert len(history) >= 10, f"{len(history)} epochs are"
    assert history[-1] < 0.85 * history[0], f"it goes from {history[0]:.3f} to {history[-1]:.3f}"


def check_learned(names, outputs):
    """The network fits its members about as well as logistic regression, or better."""
    X, y = names["Xt"].detach(), notices().reindex(names["X_train"].index)
    plain = log_loss(y, LogisticRegression(max_iter=500).fit(X.numpy(), y).predict_proba(X.numpy())[:, 1])
    found = log_loss(y, chances(names, X).clip(1e-7, 1 - 1e-7))
    assert found < plain + 0.03, f"its loss is {found:.3f}, logistic regression has {plain:.3f}"


def check_new_members(names, outputs):
    """It sorts the other members well, too."""
    y = notices().reindex(names["X_test"].index)
    area = roc_auc_score(y, chances(names, names["Xv"].detach()))
    assert area > 0.76, f"the area under the ROC curve is {area:.2f}"
