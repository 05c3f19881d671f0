package vm

import (
	"fmt"
	"strings"

	"unbox/lang/library"
	"unbox/lang/object"
)

// Features of CPython that Unbox's Python lacks end a program, instead of raising an exception: a program that
// catches the exception, or checks with hasattr, would behave differently than in CPython.

// has reports whether a name is among others with spaces between them.
func has(names, name string) bool {
	if name == "" {
		return false
	}
	for list := names; ; {
		at := strings.Index(list, name)
		if at < 0 {
			return false
		}
		end := at + len(name)
		if (at == 0 || list[at-1] == ' ') && (end == len(list) || list[end] == ' ') {
			return true
		}
		list = list[end:]
	}
}

// isOutside reports whether an object that has no attribute of a name here has one in CPython.
func (vm *VM) isOutside(o Ref, name string) bool {
	if vm.w.Header(o) == object.HModule {
		module := vm.modules[vm.w.Slot(o, 0)].name
		return has(everyObject, name) || has("__dict__ __loader__ __name__ __package__ __spec__", name) || has(library.Public(module), name) || has(library.Beside(module), name)
	}
	if has("__dict__ __module__ __weakref__", name) {
		return vm.hasSurroundings(o, name)
	}
	if has(everyObject, name) {
		return true
	}
	classes := vm.classOf(o).mro
	switch t := vm.typeOf(o); {
	case t != nil:
		classes = append(append([]*class{}, classes...), t.mro...)
	case vm.w.Header(o) == object.HSuper:
		classes = append(append([]*class{}, classes...), vm.classOf(vm.w.Slot(o, 1)).mro...)
	}
	for _, c := range classes {
		if has(attributesOf[strings.TrimPrefix(c.qualName, "builtins.")], name) {
			return true
		}
	}
	return false
}

// hasSurroundings reports whether an object has in CPython what instances have beside the attributes of their class: objects of
// builtin classes have none of it, and those of classes with `__slots__` only what these name.
func (vm *VM) hasSurroundings(o Ref, name string) bool {
	switch c := vm.classOf(o); {
	case vm.w.Header(o) == object.HInstance:
		return name == "__module__" || c.slots == nil || c.slots[name]
	case vm.isException(o):
		return name == "__dict__" || !isBuiltinClass(c)
	}
	return vm.typeOf(o) != nil || vm.w.Header(o) == object.HFunc
}

// outsideAttribute ends the program if an attribute that an object lacks is one that it has in CPython.
func (vm *VM) outsideAttribute(o Ref, name string) {
	if !vm.isOutside(o, name) {
		return
	}
	owner := vm.typeName(o)
	switch h := vm.w.Header(o); {
	case h == object.HModule:
		owner = vm.modules[vm.w.Slot(o, 0)].name
	case vm.typeOf(o) != nil:
		owner = vm.typeOf(o).name
	}
	vm.stop(fmt.Errorf("expected an attribute that Unbox's Python has, found `%s.%s`", owner, name))
}

// neverCalled are special methods that CPython calls and Unbox's Python does not.
const neverCalled = "__class_getitem__ __del__ __delete__ __get__ __getattribute__ __new__ __set__ __set_name__ __subclasshook__"

// mustBeCalled ends the program where one of its classes gets a special method that would not be called.
func (vm *VM) mustBeCalled(c *class, name string) {
	if strings.HasPrefix(name, "__") && strings.HasPrefix(c.qualName, "__main__.") && has(neverCalled, name) {
		vm.stop(fmt.Errorf("expected a special method that Unbox's Python calls, found `%s.%s`", c.name, name))
	}
}

// outsideName ends the program if a name that is not bound is one that every program sees in CPython.
func (vm *VM) outsideName(name string) {
	if has(builtinNames, name) {
		vm.stop(fmt.Errorf("expected a name that Unbox's Python has, found `%s`", name))
	}
}

// everyObject are the attributes of every object in CPython.
const everyObject = "__annotations__ __class__ __delattr__ __dir__ __doc__ __eq__ __format__ __ge__ __getattribute__ __getstate__ __gt__ __hash__ __init__ " +
	"__init_subclass__ __le__ __lt__ __ne__ __new__ __reduce__ __reduce_ex__ __repr__ __setattr__ __sizeof__ __str__ __subclasshook__"

// attributesOf are the other attributes that classes have in CPython 3.11, by the name of the class with its module; a class has those of the
// classes that it is derived from as well.
var attributesOf = map[string]string{
	"int": "__abs__ __add__ __and__ __bool__ __ceil__ __divmod__ __float__ __floor__ __floordiv__ __getnewargs__ __index__ __int__ __invert__ __lshift__ __mod__ " +
		"__mul__ __neg__ __or__ __pos__ __pow__ __radd__ __rand__ __rdivmod__ __rfloordiv__ __rlshift__ __rmod__ __rmul__ __ror__ __round__ __rpow__ " +
		"__rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __sub__ __truediv__ __trunc__ __xor__ as_integer_ratio bit_count bit_length conjugate " +
		"denominator from_bytes imag numerator real to_bytes",
	"float": "__abs__ __add__ __bool__ __ceil__ __divmod__ __float__ __floor__ __floordiv__ __getformat__ __getnewargs__ __int__ __mod__ __mul__ __neg__ __pos__ " +
		"__pow__ __radd__ __rdivmod__ __rfloordiv__ __rmod__ __rmul__ __round__ __rpow__ __rsub__ __rtruediv__ __sub__ __truediv__ __trunc__ as_integer_ratio " +
		"conjugate fromhex hex imag is_integer real",
	"str": "__add__ __contains__ __getitem__ __getnewargs__ __iter__ __len__ __mod__ __mul__ __rmod__ __rmul__ capitalize casefold center count encode endswith " +
		"expandtabs find format format_map index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper " +
		"join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith " +
		"strip swapcase title translate upper zfill",
	"bytes":                "__bytes__ __contains__ __getitem__ __getnewargs__",
	"bytearray":            "__alloc__ __contains__ __delitem__ __getitem__ __iadd__ __imul__ __setitem__ append clear copy extend insert pop remove reverse",
	"_bytes_bases._Octets": "__add__ __iter__ __len__ __mod__ __mul__ __rmod__ __rmul__ capitalize center count decode endswith expandtabs find fromhex hex index isalnum isalpha isascii isdigit islower isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill",
	"list": "__add__ __class_getitem__ __contains__ __delitem__ __getitem__ __iadd__ __imul__ __iter__ __len__ __mul__ __reversed__ __rmul__ __setitem__ append " +
		"clear copy count extend index insert pop remove reverse sort",
	"tuple": "__add__ __class_getitem__ __contains__ __getitem__ __getnewargs__ __iter__ __len__ __mul__ __rmul__ count index",
	"dict": "__class_getitem__ __contains__ __delitem__ __getitem__ __ior__ __iter__ __len__ __or__ __reversed__ __ror__ __setitem__ clear copy fromkeys get items " +
		"keys pop popitem setdefault update values",
	"set": "__and__ __class_getitem__ __contains__ __iand__ __ior__ __isub__ __iter__ __ixor__ __len__ __or__ __rand__ __ror__ __rsub__ __rxor__ __sub__ __xor__ " +
		"add clear copy difference difference_update discard intersection intersection_update isdisjoint issubset issuperset pop remove symmetric_difference " +
		"symmetric_difference_update union update",
	"frozenset": "__and__ __class_getitem__ __contains__ __iter__ __len__ __or__ __rand__ __ror__ __rsub__ __rxor__ __sub__ __xor__ " +
		"copy difference intersection isdisjoint issubset issuperset symmetric_difference union",
	"range": "__bool__ __contains__ __getitem__ __iter__ __len__ __reversed__ count index start step stop",
	"slice": "indices start step stop",
	"array.array": "__add__ __contains__ __copy__ __deepcopy__ __delitem__ __getitem__ __iadd__ __imul__ __iter__ __len__ __mul__ __rmul__ __setitem__ append buffer_info " +
		"byteswap count extend frombytes fromfile fromlist fromunicode index insert itemsize pop remove reverse tobytes tofile tolist tounicode typecode",
	"function":                   "__builtins__ __call__ __closure__ __code__ __defaults__ __get__ __globals__ __kwdefaults__ __name__ __qualname__",
	"method":                     "__call__ __func__ __self__",
	"builtin_function_or_method": "__call__ __name__ __qualname__ __self__ __text_signature__",
	"type": "__abstractmethods__ __base__ __bases__ __basicsize__ __call__ __dictoffset__ __flags__ __instancecheck__ __itemsize__ __mro__ __name__ __or__ " +
		"__prepare__ __qualname__ __ror__ __subclasscheck__ __subclasses__ __text_signature__ __weakrefoffset__ mro",
	"BaseException": "__cause__ __context__ __setstate__ __suppress_context__ __traceback__ add_note args with_traceback",
	"OSError": "__cause__ __context__ __setstate__ __suppress_context__ __traceback__ add_note args characters_written " +
		"with_traceback",
	"SyntaxError": "__cause__ __context__ __setstate__ __suppress_context__ __traceback__ add_note args end_lineno end_offset filename lineno msg offset " +
		"print_file_and_line text with_traceback",
	"datetime.date": "__add__ __radd__ __rsub__ __sub__ ctime day fromisocalendar fromisoformat fromordinal fromtimestamp isocalendar isoformat isoweekday max min " +
		"month replace resolution strftime timetuple today toordinal weekday year",
	"datetime.datetime": "astimezone combine date dst fold hour microsecond minute now second strptime time timestamp timetz tzinfo tzname utcfromtimestamp " +
		"utcnow utcoffset utctimetuple",
	"datetime.time": "dst fold fromisoformat hour isoformat max microsecond min minute replace resolution second strftime tzinfo tzname utcoffset",
	"datetime.timedelta": "__abs__ __add__ __bool__ __divmod__ __floordiv__ __mod__ __mul__ __neg__ __pos__ __radd__ __rdivmod__ __rfloordiv__ __rmod__ __rmul__ " +
		"__rsub__ __rtruediv__ __sub__ __truediv__ days max microseconds min resolution seconds total_seconds",
	"re.RegexFlag": "ASCII DEBUG DOTALL IGNORECASE LOCALE MULTILINE TEMPLATE UNICODE VERBOSE __abs__ __add__ __and__ __bool__ __ceil__ __contains__ __divmod__ __float__ " +
		"__floor__ __floordiv__ __getitem__ __getnewargs__ __index__ __int__ __invert__ __iter__ __len__ __lshift__ __members__ __mod__ __mul__ __neg__ __or__ __pos__ " +
		"__pow__ __radd__ __rand__ __rdivmod__ __rfloordiv__ __rlshift__ __rmod__ __rmul__ __ror__ __round__ __rpow__ __rrshift__ __rshift__ __rsub__ __rtruediv__ " +
		"__rxor__ __sub__ __truediv__ __trunc__ __xor__ as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag name numerator real to_bytes",
	"re.Match":   "__class_getitem__ __copy__ __deepcopy__ __getitem__ end endpos expand group groupdict groups lastgroup lastindex pos re regs span start string",
	"re.Pattern": "__class_getitem__ __copy__ __deepcopy__ findall finditer flags fullmatch groupindex groups match pattern scanner search split sub subn",
	"property":   "__delete__ __get__ __isabstractmethod__ __set__ __set_name__ deleter fdel fget fset getter setter",
	"Random": "VERSION __setstate__ betavariate choice choices expovariate gammavariate gauss getrandbits getstate lognormvariate normalvariate paretovariate " +
		"randbytes randint random randrange sample seed setstate shuffle triangular uniform vonmisesvariate weibullvariate",
	"super":              "__get__ __self__ __self_class__ __thisclass__",
	"dict_keys":          "__and__ __contains__ __iter__ __len__ __or__ __rand__ __reversed__ __ror__ __rsub__ __rxor__ __sub__ __xor__ isdisjoint mapping",
	"dict_values":        "__iter__ __len__ __reversed__ mapping",
	"dict_items":         "__and__ __contains__ __iter__ __len__ __or__ __rand__ __reversed__ __ror__ __rsub__ __rxor__ __sub__ __xor__ isdisjoint mapping",
	"enumerate":          "__class_getitem__ __iter__ __next__",
	"zip":                "__iter__ __next__ __setstate__",
	"map":                "__iter__ __next__",
	"filter":             "__iter__ __next__",
	"reversed":           "__iter__ __length_hint__ __next__ __setstate__",
	"range_iterator":     "__iter__ __length_hint__ __next__ __setstate__",
	"list_iterator":      "__iter__ __length_hint__ __next__ __setstate__",
	"dict_keyiterator":   "__iter__ __length_hint__ __next__",
	"set_iterator":       "__iter__ __length_hint__ __next__",
	"traceback":          "tb_frame tb_lasti tb_lineno tb_next",
	"NoneType":           "__bool__",
	"NotImplementedType": "__bool__",
	"callable_iterator":  "__iter__ __next__ __setstate__",
	"generator":          "__del__ __iter__ __name__ __next__ __qualname__ close gi_code gi_frame gi_running gi_suspended gi_yieldfrom send throw",
	"string.Template":    "braceidpattern delimiter flags get_identifiers idpattern is_valid pattern safe_substitute substitute template",
	"decimal.Decimal": "__complex__ __deepcopy__ __reduce__ canonical compare_signal compare_total compare_total_mag conjugate copy_decimal exp fma imag is_canonical " +
		"is_normal is_qnan is_subnormal ln log10 logb logical_and logical_invert logical_or logical_xor max_mag min_mag next_minus next_plus next_toward " +
		"number_class radix real remainder_near rotate shift to_eng_string to_integral_exact",
	"decimal.Context": "Emax Emin Etiny Etop abs add canonical capitals clamp clear_flags clear_traps compare compare_signal compare_total compare_total_mag " +
		"copy_abs copy_decimal copy_negate copy_sign create_decimal_from_float divide divide_int divmod exp flags fma is_canonical is_finite is_infinite is_nan " +
		"is_normal is_qnan is_signed is_snan is_subnormal is_zero ln log10 logb logical_and logical_invert logical_or logical_xor max max_mag min min_mag minus " +
		"multiply next_minus next_plus next_toward normalize number_class plus power quantize radix remainder remainder_near rotate same_quantum scaleb shift " +
		"sqrt subtract to_eng_string to_integral_exact to_integral_value to_sci_string traps",
	"_io.StringIO": "detach encoding errors fileno line_buffering newlines",
	"_io.BytesIO":  "detach fileno getbuffer read1 readinto readinto1",
}

// builtinNames are the names that every program sees in CPython 3.11.
const builtinNames = "ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError BytesWarning " +
	"ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis " +
	"EncodingWarning EnvironmentError Exception ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit " +
	"IOError ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError " +
	"ModuleNotFoundError NameError None NotADirectoryError NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning " +
	"PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration " +
	"SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError " +
	"UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError __annotations__ __builtins__ __debug__ __doc__ " +
	"__file__ __import__ __loader__ __package__ __spec__ abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile " +
	"complex copyright copyright credits credits delattr dict dir divmod enumerate eval exec exit exit filter float format frozenset getattr globals " +
	"hasattr hash help help hex id input int isinstance issubclass iter len license license list locals map max memoryview min next object oct open ord pow " +
	"print property quit quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip"

// moduleNames are the modules of CPython.
const moduleNames = "abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2 cProfile calendar cgi cgitb " +
	"chunk cmath cmd code codecs codeop collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses " +
	"dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch " +
	"fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp " +
	"importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder " +
	"msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools " +
	"pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re " +
	"readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver " +
	"spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny " +
	"tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle " +
	"turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp " +
	"zipfile zipimport zlib zoneinfo"

// isConsumer reports whether a function or class is the language's own of a name.
func (vm *VM) isConsumer(o Ref, name string) bool {
	if c := vm.typeOf(o); c != nil {
		return c.construct != nil && c.name == name || c.qualName == "collections."+name
	}
	switch {
	case o == 0:
		return false
	case vm.w.Header(o) == object.HFunc:
		c := vm.codes[vm.w.Slot(o, funcCode)]
		return c.Module == "statistics" && c.QualName == name || c.Module == library.Bytes && c.QualName == "_Octets.join" && name == "join"
	case vm.w.Header(o) != object.HBuiltin:
		return false
	}
	b := vm.builtins[vm.w.Slot(o, 0)]
	return b.name == name && (b.owner == "" || has("str list set frozenset", b.owner))
}

// mustConsume ends the program if what is given a generator is not the function of the language that its name stands for.
func (vm *VM) mustConsume(o Ref, name string) {
	if !vm.isConsumer(o, name) {
		vm.stop(fmt.Errorf("expected the language's own `%s` to be given a generator, found something else of that name; in Unbox's Python, what stands in a call of that name is no object of its own; a variable can hold it: g = (… for …)", name))
	}
}
