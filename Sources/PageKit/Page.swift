import PageABI
