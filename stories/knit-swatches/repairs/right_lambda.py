# %% replace id=transform
prepare = transforms.Compose([
    transforms.Grayscale(),
    transforms.ToTensor(),
    transforms.Lambda(lambda x: x * 2 - 1),
])
swatches = datasets.ImageFolder("data/swatches", transform=prepare)
