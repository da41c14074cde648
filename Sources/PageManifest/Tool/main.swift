import ManifestModel
print("page-manifest")
