from abc import ABC, abstractmethod
from functools import total_ordering, wraps
import time


class InsufficientFunds(Exception):
    """Raised when an account has too little."""

    def __init__(self, needed, available):
        self.needed = needed
        self.available = available
        super().__init__(f"need {needed:.2f}, have {available:.2f}")


class FrozenAccount(InsufficientFunds):
    pass


def logged(level="INFO"):
    def deco(fn):
        @wraps(fn)
        def inner(self, *args, **kwargs):
            try:
                r = fn(self, *args, **kwargs)
            except Exception as exc:
                self.log.append(f"{level}:{fn.__name__}{args} !{type(exc).__name__}")
                raise
            else:
                self.log.append(f"{level}:{fn.__name__}{args} -> {r}")
                return r
            finally:
                self.calls += 1
        return inner
    return deco


@total_ordering
class Account(ABC):
    count = 0
    rate = 0.0

    def __init__(self, owner, balance=0):
        self.owner = owner
        self._balance = balance
        self.log = []
        self.calls = 0
        Account.count += 1
        self.number = f"{type(self).__name__[:2].upper()}{Account.count:04d}"

    @property
    def balance(self):
        return self._balance

    @balance.setter
    def balance(self, v):
        if v < 0:
            raise ValueError("negative balance")
        self._balance = v

    @logged()
    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("deposit must be positive")
        self.balance += amount
        return self.balance

    @logged("WARN")
    def withdraw(self, amount, *, fee=0):
        total = amount + fee
        if total > self.balance:
            raise InsufficientFunds(total, self.balance)
        self.balance -= total
        return self.balance

    @abstractmethod
    def interest(self): ...

    def __eq__(self, other):
        return isinstance(other, Account) and self.balance == other.balance

    def __lt__(self, other):
        return self.balance < other.balance

    def __hash__(self):
        return hash(self.number)

    def __repr__(self):
        return f"<{self.number} {self.owner}: {self.balance:.2f}>"


class Savings(Account):
    rate = 0.03

    def interest(self):
        return round(self.balance * self.rate, 2)


class Checking(Account):
    def __init__(self, owner, balance=0, overdraft=100):
        super().__init__(owner, balance)
        self.overdraft = overdraft

    def interest(self):
        return 0

    def withdraw(self, amount, **kw):
        try:
            return super().withdraw(amount, **kw)
        except InsufficientFunds as e:
            if amount <= e.available + self.overdraft:
                self._balance -= amount
                return self._balance
            raise FrozenAccount(amount, self.balance) from e


try:
    Account("x")
except TypeError as e:
    print(e)
a, b = Savings("Ann", 100), Checking("Bob", balance=50)
print(a, b, a > b, a >= b, max(a, b), sorted([a, b]), {a: 1, b: 2}[b], a != b)
a.deposit(25.5)
print(a.interest(), b.withdraw(120), b.balance)
for f, args in ((a.withdraw, (1000,)), (b.withdraw, (500,)), (a.deposit, (-5,)), (a.deposit, ("x",))):
    try:
        f(*args)
    except InsufficientFunds as e:
        print(f"{type(e).__name__}: {e} (short by {e.needed - e.available})", repr(e.__cause__), e.args)
    except (ValueError, TypeError) as e:
        print(type(e).__name__, '-', e)
print(a.log, a.calls)
print(b.log, b.calls)
try:
    a.balance = -1
except ValueError as e:
    print(e)
try:
    del a.balance
except AttributeError as e:
    print(e)
print(Account.deposit.__name__, InsufficientFunds.__doc__, Savings.__mro__, issubclass(FrozenAccount, InsufficientFunds), Account.count)
print([c.__name__ for c in type(b).__mro__], hasattr(a, 'overdraft'), getattr(a, 'overdraft', 'none'), isinstance(b, (Savings, Checking)))
print(sorted(vars(b)), vars(b)['overdraft'], b.__dict__['owner'])
