raise OSError(2, 'No such file')
