# %% replace id=transform
prepare = transforms.Compose([
    transforms.Grayscale(),
    transforms.ToTensor(),
    transforms.Normalize(mean=[127.5], std=[127.5]),
])
swatches = datasets.ImageFolder("data/swatches", transform=prepare)
