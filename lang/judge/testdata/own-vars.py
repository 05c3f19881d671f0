# A function of the program's own may keep what it likes.
def vars(x):
    return 'our own'


kept = vars(1)
print(kept)
