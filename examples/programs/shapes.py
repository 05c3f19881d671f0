# A polymorphic call: which `area` it is depends on the object. A trace inlines one of them, behind a guard on the
# class; objects of the other class leave there.


class Square:
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side * self.side


class Rectangle:
    def __init__(self, width, height):
        self.width = width
        self.height = height

    def area(self):
        return self.width * self.height


shapes = [Square(3)] * 9 + [Rectangle(2, 5)]
total = 0
for i in range(20000):
    total += shapes[i % 10].area()
print(total)
