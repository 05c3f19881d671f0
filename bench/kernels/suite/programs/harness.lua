-- What all kernels in Lua share: see harness.h. Run as
--
--   luajit harness.lua KERNEL N SAMPLES
--   luajit harness.lua KERNEL serve
--
-- A kernel's file defines setup(n), which returns the arguments of kernel, and digest,
-- which is one of digest_number and digest_list.

local modulus = 2147483647
local floor, frexp = math.floor, math.frexp

-- Lists begin at 0, as in the other languages.
function fill(seed, n)
  local list = {}
  for k = 0, n - 1 do
    seed = seed * 16807 % modulus
    list[k] = seed / modulus
  end
  return list
end

function indexes(seed, n, below)
  local list = {}
  for k = 0, n - 1 do
    seed = seed * 16807 % modulus
    list[k] = seed % below
  end
  return list
end

function ramp(n)
  local list = {}
  for k = 0, n - 1 do list[k] = k * 0.5 end
  return list
end

function zeros(n)
  local list = {}
  for k = 0, n - 1 do list[k] = 0.0 end
  return list
end

local function mix(d, x) return (d * 31 + x) % modulus end

local function digest_double(d, f)
  if f ~= f or f == math.huge or f == -math.huge then return mix(d, 1) end
  local mantissa, exponent = frexp(f)
  local scaled = mantissa * 2 ^ 27
  local high = floor(scaled)
  d = mix(d, high + 2 ^ 27)
  d = mix(d, floor((scaled - high) * 2 ^ 26))
  return mix(d, exponent + 2000)
end

function digest_int(n) return mix(0, n % modulus) end

function digest_float(f) return digest_double(0, f) end

function digest_list(list)
  local d = 0
  for k = 0, #list do d = digest_double(d, list[k]) end
  return d
end

-- The monotonic clock in nanoseconds; os.clock where there is no FFI.
local now = function() return os.clock() * 1e9 end
local has_ffi, ffi = pcall(require, "ffi")
if has_ffi then
  ffi.cdef [[
    typedef struct { long seconds, nanoseconds; } unbox_time;
    int clock_gettime(int clock, unbox_time *t);
  ]]
  local t = ffi.new("unbox_time")
  now = function()
    ffi.C.clock_gettime(1, t)
    return tonumber(t.seconds) * 1e9 + tonumber(t.nanoseconds)
  end
end

local name = assert(arg[1], "Usage: harness.lua KERNEL N SAMPLES | harness.lua KERNEL serve")
local folder = arg[0]:match("^(.*/)") or ""
dofile(folder .. name .. ".lua")

local last
local function sample(n)
  local a, b, c, d, e, f, g = setup(n)
  local start = now()
  last = kernel(a, b, c, d, e, f, g)
  return now() - start
end

if arg[2] == "serve" then
  for line in io.lines() do
    local time = sample(tonumber(line))
    io.write(string.format("%.0f %.0f\n", time, digest(last)))
    io.flush()
  end
else
  local n, count, times = tonumber(arg[2]), tonumber(arg[3]), {}
  for k = 1, 5 do sample(n) end
  for k = 1, count do times[k] = sample(n) end
  table.sort(times)
  print(string.format("digest %.0f, least %.3f ns, median %.3f ns", digest(last), times[1] / n,
    times[floor(count / 2) + 1] / n))
end
