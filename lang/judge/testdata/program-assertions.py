def check(value, low=0, high=10):
    assert low <= value <= high, \
        f'{value} is not between {low} and {high}'
    return value
class Validator:
    rules = [lambda v: check(v), lambda v: check(v, high=100)]
    def __call__(self, v):
        return [rule(v)
                for rule in self.rules
                if rule is not None]
v = Validator()
print(v(5))
result = v(
    50
)
