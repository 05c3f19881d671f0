config = {'host': 'x'}
def get(k):
    try:
        return config[k]
    except KeyError:
        print('missing', k)
        raise
get('host')
get(('a', 1))
