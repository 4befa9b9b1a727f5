# %% replace id=transform
prepare = transforms.Compose([
    transforms.Grayscale(),
    transforms.ToTensor(),
    transforms.Normalize((0.51,), (0.16,)),
])
swatches = datasets.ImageFolder("data/swatches", transform=prepare)
