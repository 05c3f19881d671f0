from enum import Enum, IntEnum
class Color(str, Enum):
    RED = "red"
    BLUE = "blue"
    @property
    def pretty(self): return self.value.title()
class Size(int, Enum):
    S = 1
    M = 2
    def __str__(self): return self.name.lower()
class Plain(str, Enum):
    A = "a"
    def __str__(self): return self.value
print(Color.RED, repr(Color.RED), f"{Color.RED}", f"{Color.RED.value:>5}", "%s" % Color.RED, str(Color.BLUE), Color.RED == "red", "red" == Color.RED, Color.RED != "x", Color("blue"), Color.RED.pretty, Color.RED.upper(), Color.RED + "dish", len(Color.RED), hash(Color.RED) == hash("red"), {"red": 1}[Color.RED], {Color.RED: 2}["red"], "".join([Color.RED, "-", Color.BLUE]), Color.RED < Color.BLUE, sorted(Color), list(Color), isinstance(Color.RED, str), Color.RED in Color, "e" in Color.RED, Color.RED is Color("red"))
print(Size.S, repr(Size.M), f"{Size.S}", Size.S + Size.M, Size.M * 3, Size.S < Size.M, Size(2), max(Size), sum(Size), [1, 2, 3][Size.S], Size.M == 2, "%d" % Size.M, sorted(Size, reverse=True), range(Size.M))
print(Plain.A, f"{Plain.A}", repr(Plain.A), Plain.A + "x", f"{Plain.A:>3}")
import json
print(json.dumps({"c": Color.RED, "s": Size.M, Color.BLUE: 1}))
try: Color("green")
except ValueError as e: print(e)
class Planet(float, Enum):
    EARTH = 9.8
    MARS = 3.7
print(Planet.EARTH, Planet.EARTH * 2, Planet.MARS < Planet.EARTH, repr(Planet.MARS))
class Base(str, Enum):
    def __str__(self): return "<" + self.value + ">"
class Kid(Base):
    X = "x"
print(Kid.X, f"{Kid.X}", Kid.X == "x", Kid.X.name)
from enum import StrEnum, auto, Enum
class Mode(StrEnum):
    READ = "r"
    WRITE = "w"
    EXEC = auto()
print(Mode.READ, repr(Mode.WRITE), Mode.EXEC, f"{Mode.READ}|{Mode.READ:>3}", "%s" % Mode.READ, Mode.READ == "r", Mode("w"), list(Mode), Mode.READ + Mode.WRITE, Mode.EXEC.upper(), {"r": 1}[Mode.READ], isinstance(Mode.READ, str), Mode.READ.name, Mode.READ.value, "".join(Mode), Mode.READ in ("r",), sorted(Mode), str(Mode.READ), Mode["READ"] is Mode.READ)
