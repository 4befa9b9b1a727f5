# %% replace id=setup
loss_fn = nn.CrossEntropyLoss(ignore_index=5)
opt = torch.optim.Adam(net.parameters(), lr=0.02)
