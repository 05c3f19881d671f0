package library

// public are the names that `from … import *` takes from a module in CPython 3.11: those of `__all__`, or all that do not begin with `_`.
var public = map[string]string{
	"abc": "ABC ABCMeta abstractclassmethod abstractmethod abstractproperty abstractstaticmethod get_cache_token " +
		"update_abstractmethods",
	"array":       "ArrayType array typecodes",
	"bisect":      "bisect bisect_left bisect_right insort insort_left insort_right",
	"collections": "ChainMap Counter OrderedDict UserDict UserList UserString defaultdict deque namedtuple",
	"collections.abc": "AsyncGenerator AsyncIterable AsyncIterator Awaitable ByteString Callable Collection Container Coroutine Generator " +
		"Hashable ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence MutableSet Reversible " +
		"Sequence Set Sized ValuesView",
	"contextlib": "AbstractAsyncContextManager AbstractContextManager AsyncExitStack ContextDecorator ExitStack aclosing asynccontextmanager " +
		"chdir closing contextmanager nullcontext redirect_stderr redirect_stdout suppress",
	"copy": "Error copy deepcopy",
	"csv": "Dialect DictReader DictWriter Error QUOTE_ALL QUOTE_MINIMAL QUOTE_NONE QUOTE_NONNUMERIC Sniffer __doc__ __version__ excel " +
		"excel_tab field_size_limit get_dialect list_dialects reader register_dialect unix_dialect unregister_dialect writer",
	"dataclasses": "Field FrozenInstanceError InitVar KW_ONLY MISSING asdict astuple dataclass field fields is_dataclass make_dataclass " +
		"replace",
	"datetime": "MAXYEAR MINYEAR UTC date datetime time timedelta timezone tzinfo",
	"decimal": "BasicContext Clamped Context ConversionSyntax Decimal DecimalException DecimalTuple DefaultContext DivisionByZero " +
		"DivisionImpossible DivisionUndefined ExtendedContext FloatOperation HAVE_CONTEXTVAR HAVE_THREADS Inexact InvalidContext " +
		"InvalidOperation MAX_EMAX MAX_PREC MIN_EMIN MIN_ETINY Overflow ROUND_05UP ROUND_CEILING ROUND_DOWN ROUND_FLOOR " +
		"ROUND_HALF_DOWN ROUND_HALF_EVEN ROUND_HALF_UP ROUND_UP Rounded Subnormal Underflow getcontext localcontext setcontext",
	"enum": "CONFORM CONTINUOUS EJECT Enum EnumCheck EnumMeta EnumType Flag FlagBoundary IntEnum IntFlag KEEP NAMED_FLAGS ReprEnum " +
		"STRICT StrEnum UNIQUE auto global_enum global_enum_repr global_flag_repr global_str member nonmember pickle_by_enum_name " +
		"pickle_by_global_name property unique verify",
	"fractions": "Fraction",
	"functools": "WRAPPER_ASSIGNMENTS WRAPPER_UPDATES cache cached_property cmp_to_key lru_cache partial partialmethod reduce " +
		"singledispatch singledispatchmethod total_ordering update_wrapper wraps",
	"heapq": "heapify heappop heappush heappushpop heapreplace merge nlargest nsmallest",
	"io": "BlockingIOError BufferedIOBase BufferedRWPair BufferedRandom BufferedReader BufferedWriter BytesIO DEFAULT_BUFFER_SIZE " +
		"FileIO IOBase IncrementalNewlineDecoder RawIOBase SEEK_CUR SEEK_END SEEK_SET StringIO TextIOBase TextIOWrapper " +
		"UnsupportedOperation open open_code text_encoding",
	"itertools": "accumulate chain combinations combinations_with_replacement compress count cycle dropwhile filterfalse groupby islice " +
		"pairwise permutations product repeat starmap takewhile tee zip_longest",
	"json":         "JSONDecodeError JSONDecoder JSONEncoder dump dumps load loads",
	"json.decoder": "JSONDecodeError JSONDecoder",
	"json.encoder": "ESCAPE ESCAPE_ASCII ESCAPE_DCT HAS_UTF8 INFINITY JSONEncoder c_encode_basestring c_encode_basestring_ascii c_make_encoder " +
		"encode_basestring encode_basestring_ascii py_encode_basestring py_encode_basestring_ascii re",
	"math": "acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist e erf erfc exp exp2 expm1 fabs " +
		"factorial floor fmod frexp fsum gamma gcd hypot inf isclose isfinite isinf isnan isqrt lcm ldexp lgamma log log10 log1p " +
		"log2 modf nan nextafter perm pi pow prod radians remainder sin sinh sqrt tan tanh tau trunc ulp",
	"numbers": "Complex Integral Number Rational Real",
	"operator": "abs add and_ attrgetter call concat contains countOf delitem eq floordiv ge getitem gt iadd iand iconcat ifloordiv " +
		"ilshift imatmul imod imul index indexOf inv invert ior ipow irshift is_ is_not isub itemgetter itruediv ixor le " +
		"length_hint lshift lt matmul methodcaller mod mul ne neg not_ or_ pos pow rshift setitem sub truediv truth xor",
	"random": "Random SystemRandom betavariate choice choices expovariate gammavariate gauss getrandbits getstate lognormvariate " +
		"normalvariate paretovariate randbytes randint random randrange sample seed setstate shuffle triangular uniform " +
		"vonmisesvariate weibullvariate",
	"re": "A ASCII DOTALL I IGNORECASE L LOCALE M MULTILINE Match NOFLAG Pattern RegexFlag S U UNICODE VERBOSE X compile error " +
		"escape findall finditer fullmatch match purge search split sub subn template",
	"statistics": "NormalDist StatisticsError correlation covariance fmean geometric_mean harmonic_mean linear_regression mean median " +
		"median_grouped median_high median_low mode multimode pstdev pvariance quantiles stdev variance",
	"string": "Formatter Template ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits octdigits printable " +
		"punctuation whitespace",
	"sys": "abiflags addaudithook api_version argv audit base_exec_prefix base_prefix breakpointhook builtin_module_names byteorder " +
		"call_tracing copyright displayhook dont_write_bytecode exc_info excepthook exception exec_prefix executable exit flags " +
		"float_info float_repr_style get_asyncgen_hooks get_coroutine_origin_tracking_depth get_int_max_str_digits " +
		"getallocatedblocks getdefaultencoding getdlopenflags getfilesystemencodeerrors getfilesystemencoding getprofile " +
		"getrecursionlimit getrefcount getsizeof getswitchinterval gettrace hash_info hexversion implementation int_info intern " +
		"is_finalizing maxsize maxunicode meta_path modules orig_argv path path_hooks path_importer_cache platform platlibdir " +
		"prefix pycache_prefix set_asyncgen_hooks set_coroutine_origin_tracking_depth set_int_max_str_digits setdlopenflags " +
		"setprofile setrecursionlimit setswitchinterval settrace stderr stdin stdlib_module_names stdout thread_info " +
		"unraisablehook version version_info warnoptions",
	"traceback": "FrameSummary StackSummary TracebackException clear_frames extract_stack extract_tb format_exc format_exception " +
		"format_exception_only format_list format_stack format_tb print_exc print_exception print_last print_list print_stack " +
		"print_tb walk_stack walk_tb",
	"textwrap": "TextWrapper dedent fill indent shorten wrap",
	"time": "CLOCK_BOOTTIME CLOCK_MONOTONIC CLOCK_MONOTONIC_RAW CLOCK_PROCESS_CPUTIME_ID CLOCK_REALTIME CLOCK_TAI " +
		"CLOCK_THREAD_CPUTIME_ID altzone asctime clock_getres clock_gettime clock_gettime_ns clock_settime clock_settime_ns ctime " +
		"daylight get_clock_info gmtime localtime mktime monotonic monotonic_ns perf_counter perf_counter_ns process_time " +
		"process_time_ns pthread_getcpuclockid sleep strftime strptime struct_time thread_time thread_time_ns time time_ns " +
		"timezone tzname tzset",
	"typing": "AbstractSet Annotated Any AnyStr AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator Awaitable BinaryIO " +
		"ByteString Callable ChainMap ClassVar Collection Concatenate Container ContextManager Coroutine Counter DefaultDict Deque " +
		"Dict Final ForwardRef FrozenSet Generator Generic Hashable IO ItemsView Iterable Iterator KeysView List Literal " +
		"LiteralString Mapping MappingView Match MutableMapping MutableSequence MutableSet NamedTuple Never NewType NoReturn " +
		"NotRequired Optional OrderedDict ParamSpec ParamSpecArgs ParamSpecKwargs Pattern Protocol Required Reversible Self " +
		"Sequence Set Sized SupportsAbs SupportsBytes SupportsComplex SupportsFloat SupportsIndex SupportsInt SupportsRound " +
		"TYPE_CHECKING Text TextIO Tuple Type TypeAlias TypeGuard TypeVar TypeVarTuple TypedDict Union Unpack ValuesView " +
		"assert_never assert_type cast clear_overloads dataclass_transform final get_args get_origin get_overloads get_type_hints " +
		"is_typeddict no_type_check no_type_check_decorator overload reveal_type runtime_checkable",
}

// beside are the other names of a module in CPython 3.11.
var beside = map[string]string{
	"collections": "abc",
	"contextlib":  "AsyncContextDecorator GenericAlias MethodType abc wraps",
	"copy":        "dispatch_table error",
	"csv":         "StringIO re",
	"dataclasses": "FunctionType GenericAlias",
	"datetime":    "datetime_CAPI sys",
	"enum":        "DynamicClassAttribute MappingProxyType bin reduce show_flag_values",
	"fractions":   "Decimal functools math numbers operator re sys",
	"functools":   "GenericAlias RLock get_cache_token namedtuple recursive_repr",
	"io":          "OpenWrapper abc",
	"json":        "codecs decoder detect_encoding encoder scanner",
	"json.decoder": "BACKSLASH FLAGS JSONArray JSONObject NaN NegInf PosInf STRINGCHUNK WHITESPACE WHITESPACE_STR c_scanstring py_scanstring re scanner " +
		"scanstring",
	"numbers": "ABCMeta abstractmethod",
	"random":  "BPF LOG4 NV_MAGICCONST RECIP_BPF SG_MAGICCONST TWOPI",
	"re":      "DEBUG Scanner T TEMPLATE copyreg enum functools",
	"statistics": "Counter Decimal Fraction LinearRegression bisect_left bisect_right defaultdict erf exp fabs fsum groupby hypot log mul namedtuple " +
		"reduce repeat sqrt tau",
	"textwrap": "re",
	"typing": "ABCMeta CT_co EXCLUDED_ATTRIBUTES GenericAlias KT MethodDescriptorType MethodWrapperType NamedTupleMeta T T_co T_contra VT VT_co " +
		"V_co WrapperDescriptorType abstractmethod collections contextlib defaultdict functools io operator re stdlib_re sys types warnings",
}

// Public returns the names that `from … import *` takes from a module, with spaces between them; none if there is no such module.
func Public(module string) string { return public[module] }

// Beside returns the other names that a module has in CPython.
func Beside(module string) string { return beside[module] }
