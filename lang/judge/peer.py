import contextlib, io, json, sys, traceback

results = []
for source in json.load(sys.stdin):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(source, 'program.py', 'exec'), {'__name__': '__main__'})
        except BaseException as e:
            print(traceback.format_exception_only(type(e), e)[-1].rstrip('\n').split('\n')[-1])
    results.append(out.getvalue())
json.dump(results, sys.stdout)
