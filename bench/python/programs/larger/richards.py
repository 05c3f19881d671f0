"""M. Richards' operating system: six tasks send packets to one another, each a class of its own."""

ROUNDS = 1  # tiny 8, short 40, long 1500

IDLE, WORKER, HANDLER_A, HANDLER_B, DEVICE_A, DEVICE_B = range(6)
FROM_DEVICE, FROM_WORKER = 0, 1


class Packet(object):
    def __init__(self, link, task, kind):
        self.link = link
        self.task = task
        self.kind = kind
        self.datum = 0
        self.data = [0] * 4

    def append_to(self, queue):
        self.link = None
        if queue is None:
            return self
        p = queue
        while p.link is not None:
            p = p.link
        p.link = self
        return queue


class Task(object):
    def __init__(self, system, number, priority, queue, waiting):
        self.system = system
        self.number = number
        self.priority = priority
        self.queue = queue
        self.pending = queue is not None
        self.waiting = waiting
        self.holding = False
        self.next = system.tasks
        system.tasks = self
        system.table[number] = self

    def is_held_or_waits(self):
        return self.holding or (not self.pending and self.waiting)

    def run(self):
        packet = None
        if self.waiting and self.pending:
            packet = self.queue
            self.queue = packet.link
            self.waiting = False
            self.pending = self.queue is not None
        return self.step(packet)

    def wait(self):
        self.waiting = True
        return self

    def hold(self):
        self.system.holds += 1
        self.holding = True
        return self.next

    def release(self, number):
        task = self.system.table[number]
        task.holding = False
        return task if task.priority > self.priority else self

    def send(self, packet):
        self.system.sent += 1
        task = self.system.table[packet.task]
        packet.link = None
        packet.task = self.number
        return task.receive(packet, self)

    def receive(self, packet, sender):
        if self.queue is None:
            self.queue = packet
            self.pending = True
            if self.priority > sender.priority:
                return self
        else:
            packet.append_to(self.queue)
        return sender


class Idle(Task):
    def __init__(self, system, number, priority):
        Task.__init__(self, system, number, priority, None, False)
        self.control = 1
        self.count = 10000

    def step(self, packet):
        self.count -= 1
        if self.count == 0:
            return self.hold()
        if self.control & 1 == 0:
            self.control //= 2
            return self.release(DEVICE_A)
        self.control = self.control // 2 ^ 0xD008
        return self.release(DEVICE_B)


class Worker(Task):
    def __init__(self, system, number, priority, queue):
        Task.__init__(self, system, number, priority, queue, True)
        self.destination = HANDLER_A
        self.count = 0

    def step(self, packet):
        if packet is None:
            return self.wait()
        self.destination = HANDLER_B if self.destination == HANDLER_A else HANDLER_A
        packet.task = self.destination
        packet.datum = 0
        for k in range(4):
            self.count = self.count % 26 + 1
            packet.data[k] = 64 + self.count
        return self.send(packet)


class Handler(Task):
    def __init__(self, system, number, priority, queue):
        Task.__init__(self, system, number, priority, queue, True)
        self.work = None
        self.devices = None

    def step(self, packet):
        if packet is not None:
            if packet.kind == FROM_WORKER:
                self.work = packet.append_to(self.work)
            else:
                self.devices = packet.append_to(self.devices)
        work = self.work
        if work is None:
            return self.wait()
        if work.datum >= 4:
            self.work = work.link
            return self.send(work)
        device = self.devices
        if device is None:
            return self.wait()
        self.devices = device.link
        device.datum = work.data[work.datum]
        work.datum += 1
        return self.send(device)


class Device(Task):
    def __init__(self, system, number, priority):
        Task.__init__(self, system, number, priority, None, True)
        self.packet = None

    def step(self, packet):
        if packet is None:
            packet = self.packet
            if packet is None:
                return self.wait()
            self.packet = None
            return self.send(packet)
        self.packet = packet
        return self.hold()


class System(object):
    def __init__(self):
        self.tasks = None
        self.table = [None] * 6
        self.sent = 0
        self.holds = 0

    def schedule(self):
        task = self.tasks
        while task is not None:
            if task.is_held_or_waits():
                task = task.next
            else:
                task = task.run()


def packets(task, kind, n):
    queue = None
    for _ in range(n):
        queue = Packet(queue, task, kind)
    return queue


def main(rounds):
    for _ in range(rounds):
        system = System()
        Idle(system, IDLE, 0)
        Worker(system, WORKER, 1000, packets(WORKER, FROM_WORKER, 2))
        Handler(system, HANDLER_A, 2000, packets(DEVICE_A, FROM_DEVICE, 3))
        Handler(system, HANDLER_B, 3000, packets(DEVICE_B, FROM_DEVICE, 3))
        Device(system, DEVICE_A, 4000)
        Device(system, DEVICE_B, 5000)
        system.schedule()
        if (system.sent, system.holds) != (23246, 9297):
            raise ValueError('expected 23246 packets and 9297 holds, found %d and %d' % (system.sent, system.holds))
    print(system.sent, system.holds)


main(ROUNDS)
