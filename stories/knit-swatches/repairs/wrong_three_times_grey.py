# %% replace id=transform
prepare = transforms.Compose([
    transforms.Grayscale(num_output_channels=3),
    transforms.ToTensor(),
    transforms.Normalize(mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225]),
])
swatches = datasets.ImageFolder("data/swatches", transform=prepare)
