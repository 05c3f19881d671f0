class Dog:
    def __init__(self, name): name = name
d = Dog('Rex')
print(d.name)
