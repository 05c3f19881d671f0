try:
    raise KeyboardInterrupt
except Exception:
    print('no')
except BaseException as e:
    print(type(e).__name__)
raise NotImplementedError
