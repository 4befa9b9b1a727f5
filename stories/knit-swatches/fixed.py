# %% replace id=transform
prepare = transforms.Compose([
    transforms.Grayscale(),
    transforms.ToTensor(),
    transforms.Normalize(mean=[0.5], std=[0.5]),
])
swatches = datasets.ImageFolder("data/swatches", transform=prepare)

# %% then train, filters
