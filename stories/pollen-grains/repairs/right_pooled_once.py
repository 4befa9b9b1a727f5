# %% replace id=net
class PollenNet(nn.Module):
    def __init__(self, n_kinds=3):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, kernel_size=3, padding=1)
        self.conv2 = nn.Conv2d(8, 16, kernel_size=3, padding=1)
        self.pool = nn.MaxPool2d(2)
        self.out = nn.Linear(16 * 8 * 8, n_kinds)

    def forward(self, x):
        x = self.pool(torch.relu(self.conv1(x)))
        x = torch.relu(self.conv2(x))
        x = x.flatten(start_dim=1)
        return self.out(x)
