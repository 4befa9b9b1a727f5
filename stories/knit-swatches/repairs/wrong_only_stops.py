# %% replace id=transform
prepare = transforms.Compose([
    transforms.Grayscale(),
    transforms.ToTensor(),
])
swatches = datasets.ImageFolder("data/swatches", transform=prepare)
