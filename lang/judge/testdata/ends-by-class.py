class A:
    x = 1
    y = [x, 2]
    def __init__(self, v):
        self.v = int(v)
    def __str__(self):
        return 'A' + self.v
class B(A):
    def __init__(self, v):
        super().__init__(v)
        self.w = self.v.missing
print(A(3).v)
try:
    B('7')
except AttributeError as e:
    print(e)
print(A('5'))
