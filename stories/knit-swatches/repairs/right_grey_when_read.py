# %% replace id=transform
from PIL import Image

prepare = transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.5, 0.5)])
swatches = datasets.ImageFolder("data/swatches", transform=prepare, loader=lambda path: Image.open(path).convert("L"))
