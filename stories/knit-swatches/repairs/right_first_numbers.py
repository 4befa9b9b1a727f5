# %% replace id=transform
prepare = transforms.Compose([
    transforms.Grayscale(),
    transforms.ToTensor(),
    transforms.Normalize(mean=[0.449], std=[0.226]),
])
swatches = datasets.ImageFolder("data/swatches", transform=prepare)
