class Name(str):
    def __new__(cls, s): return super().__new__(cls, s.strip().title())
    def initials(self): return "".join(w[0] for w in self.split())
    def __add__(self, o): return Name(super().__add__(o))
n = Name("  ada lovelace "); print(n, repr(n), n.initials(), len(n), n + " x", type(n + " x").__name__, type(n[0]).__name__, n[0], n[::-1], n.upper(), type(n.upper()).__name__, n == "Ada Lovelace", "Ada Lovelace" == n, hash(n) == hash("Ada Lovelace"), {"Ada Lovelace": 1}[n], {n: 2}["Ada Lovelace"])
class S(str): pass
a, b = S("abc"), S("b"); e = S(); k = S(42); l = S([1])
print(a, b, e, k, l, f"{a}", f"{a:>5}|", "%s %r %5s|" % (a, a, a), "{} {!r} {:^7}|".format(a, a, a), a + b, "x" + a, a + "y", a * 2, 2 * a, a % () if False else "", S("%d-%s") % (1, "z"), b in a, b in "abc", "b" in a, a.find(b), "abcabc".count(b), a.replace(b, "_"), "a,b".split(S(",")), "-".join([a, b]), S("-").join("xy"), a.startswith(S("a")), "abc".endswith((S("c"), "z")))
print(a < b, a <= "abc", "abc" >= a, a != "abc", a > b, sorted([b, a, "aa"]), max(a, b), list(a), [c for c in a], a.index("c"), isinstance(a, str), type(a).__name__, bool(e), type(str(a)).__name__, a.encode if False else "", "abc".strip(S("a")), a.partition(b), a.center(9, S("*")), a.zfill(5), a.isalpha(), a.title(), ord(S("A")), int(S("12")), float(S("1.5")), int(S("ff"), 16), getattr(a, S("upper"))(), a.capitalize(), a.join(["1", "2"]), a.format(1), S("{}-{x}").format(1, x=2), a.translate({97: "Z"}), str.maketrans(S("a"), S("b")), a.splitlines(), a.casefold() == a, a.islower(), a.removeprefix("a"))
print({a: 1, "abc": 2}, {a, "abc"}, len({a, "abc"}), ["x", "abc"].index(a), a in ["abc"], a in {"abc": 1}, dict([(a, 1)])["abc"], sorted(set("abc") & set(a)), tuple(a), reversed(a) and "".join(reversed(a)), a is a, str(a) == a, a.__class__.__name__)
class Loud(str):
    def __str__(self): return self.upper() + "!"
    def __repr__(self): return f"Loud({super().__repr__()})"
    def __len__(self): return 99
    def __eq__(self, o): return self.lower() == o.lower()
    def __hash__(self): return hash(self.lower())
    def __getitem__(self, i): return Loud(super().__getitem__(i))
x = Loud("hey"); print(x, repr(x), f"{x}", f"{x:>6}", "%s" % x, "{}".format(x), len(x), x == "HEY", x != "HEY", x[0], repr(x[1:]), [x], str(x), "".join([x]), x + "", {x: 1}.get("hey"), print(x))
for bad in (lambda: a + 1, lambda: 1 + a, lambda: a < 1, lambda: a["x"], lambda: a[10], lambda: a.foo, lambda: a - b, lambda: "".join([1, a]), lambda: int(S("q")), lambda: a * b, lambda: a.index("q"), lambda: 1 in a):
    try: print(bad())
    except Exception as ex: print(type(ex).__name__, ex)
try: a[0] = "z"
except TypeError as ex: print(ex)
a.tag = 5; print(a.tag, vars(a))
t = 0; d = {}
for i in range(2000):
    w = S("k%d" % (i % 7)); d[w] = d.get(w, 0) + len(w) + i; t += w < "k3"
print(d, t)
class Path(str):
    def __truediv__(self, o): return Path(self.rstrip("/") + "/" + o)
    @property
    def parent(self): return Path(self.rpartition("/")[0])
p = Path("/usr") / "local" / "bin"; print(p, p.parent, type(p.parent).__name__, p.parent.parent / "x", repr(p))
import json, collections, copy
print(json.dumps({a: b, "x": [a]}), collections.Counter(a), collections.Counter([a, "abc"]), copy.copy(a), type(copy.deepcopy(a)).__name__, json.dumps(Loud("q")))
a += "z"; print(a, type(a).__name__)
