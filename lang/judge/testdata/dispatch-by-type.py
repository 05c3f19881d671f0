# @….register takes the type of the first parameter that has one.
from functools import singledispatch, singledispatchmethod

class A: pass
class D(A): pass
@singledispatch
def show(x): return f"object {x!r}"
@show.register
def _(x: int): return f"int {x}"
@show.register(list)
def _(x): return "list"
@show.register
def named(x: str, y: int = 3) -> str: return f"str {x} {y}"
@show.register
def _(x: A): return "A"
print(show(3), show([1]), show("s"), show(2.5), show(D()), show(True), named("q"), sorted(c.__name__ for c in show.registry))
class Area:
    def __init__(self): self.log = []
    @singledispatchmethod
    def visit(self, node):
        "what it says"
        self.log.append("?"); return "generic"
    @visit.register
    def _(self, node: int): self.log.append("i"); return node + 1
    @visit.register(str)
    def _(self, node): self.log.append("s"); return node.upper()
@Area.visit.register(list)
def _(self, node): self.log.append("l"); return "list"
print(Area.visit.__name__, Area().visit.__doc__, Area().visit([1]))
a = Area(); print(a.visit(3), a.visit("x"), a.visit(2.0), a.log)
class Reg:
    def __init__(self): self.fs = []
    def register(self, f): self.fs.append(f); return f
reg = Reg()
@reg.register
def hello(x: int = 3): return x
print(hello(), reg.fs[0](4))
