# %% replace id=transform
prepare = transforms.Compose([
    transforms.Grayscale(),
    transforms.ToTensor(),
    transforms.Lambda(lambda x: (x - x.mean()) / x.std()),
])
swatches = datasets.ImageFolder("data/swatches", transform=prepare)
