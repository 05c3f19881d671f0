class P:
    def __init__(self):
        self.a = 1
        self.b = 'x'


p = P()
print(", ".join(vars(p).keys()), ", ".join(vars(p)), sorted(vars(p).items()))
for i, (k, v) in enumerate(vars(p).items()):
    print(i, k, v)
for k, v in p.__dict__.items():
    print(k, v)
print({k: v for k, v in vars(p).items()}, "a" in vars(p), vars(p) == vars(P()), len(vars(p).values()), list(p.__dict__.values()))
d = {}
d.update(vars(p))
print(d, dict(p.__dict__), vars(p)["a"], vars(p).get("c", 3), f"{vars(p)}", list(zip(vars(p), vars(p).values())) if True else 0)
print(list(map(str, vars(p).values())))
