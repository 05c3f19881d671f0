class InsufficientFunds(Exception):
    def __init__(self, balance, amount):
        super().__init__(f'balance {balance:.2f} is less than {amount:.2f}')
        self.balance = balance
        self.amount = amount


class Account:
    _next = 1000
    rate = 0.0

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.__balance = balance
        self.number = Account._next
        Account._next += 1
        self.history = []

    @property
    def balance(self):
        return self.__balance

    @balance.setter
    def balance(self, value):
        if value < 0:
            raise ValueError('negative balance: %r' % value)
        self.__balance = value

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError('Deposit must be positive')
        self.__balance += amount
        self.history.append(('deposit', amount))
        return self

    def withdraw(self, amount):
        if amount > self.__balance:
            raise InsufficientFunds(self.__balance, amount)
        self.__balance -= amount
        self.history.append(('withdraw', amount))
        return self

    def __repr__(self):
        return f'{type(self).__name__}({self.owner!r}, {self.balance})'

    def __lt__(self, other):
        return self.balance < other.balance

    def __eq__(self, other):
        if not isinstance(other, Account):
            return NotImplemented
        return self.number == other.number

    def __hash__(self):
        return hash(self.number)


class Savings(Account):
    rate = 0.025

    def add_interest(self, years=1):
        for _ in range(years):
            self.deposit(round(self.balance * self.rate, 2))


class Bank:
    def __init__(self):
        self.accounts = {}

    def open(self, cls, *args, **kwargs):
        account = cls(*args, **kwargs)
        self.accounts[account.number] = account
        return account

    def transfer(self, a, b, amount):
        try:
            a.withdraw(amount)
        except InsufficientFunds as e:
            print('refused:', e, '| short by', round(e.amount - e.balance, 2))
            return False
        else:
            b.deposit(amount)
            return True
        finally:
            print('transfer', a.number, '->', b.number, amount)

    def __iter__(self):
        return iter(self.accounts.values())

    def __len__(self):
        return len(self.accounts)

    def __contains__(self, account):
        return account.number in self.accounts


bank = Bank()
ann = bank.open(Account, 'Ann', 100)
bob = bank.open(Savings, 'Bob', balance=250.5)
bank.transfer(ann, bob, 30)
bank.transfer(ann, bob, 300)
bob.add_interest(3)
print(sorted(bank), max(bank).owner, len(bank), ann in bank, ann == bob, ann == 5, ann != bob)
print(bob.history)
print(sum(a.balance for a in bank))
try:
    ann.balance = -5
except ValueError as e:
    print(type(e).__name__, e.args)
try:
    ann.__balance
except AttributeError as e:
    print(e)
print(ann._Account__balance)
print({ann: 1, bob: 2}[ann])
ann.deposit(-1)
