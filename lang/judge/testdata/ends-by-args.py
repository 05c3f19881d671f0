class Dog:
    def bark(self, times): return 'woof ' * times
d = Dog()
print(d.bark(2))
d.bark()
