import Host
print("pagehost")
