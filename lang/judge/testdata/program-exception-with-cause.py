def parse(items):
    result = []
    for item in items:
        result.append(int(item))
    return result


class Config:
    def __init__(self, text):
        self.text = text

    def values(self):
        return parse(self.text.split(','))


def main():
    c = Config('1,2,3')
    print(c.values())
    c = Config('4,five,6')
    try:
        c.values()
    except ValueError as e:
        raise RuntimeError('bad config') from e


if __name__ == '__main__':
    main()
