-- The square root of y by Newton's method, in fixed point numbers.

local floor = math.floor
local meta = {}

local function Fix16(val) return setmetatable({ val = val }, meta) end

function meta.__add(a, b) return Fix16(a.val + b.val) end

-- Lua has one operator for the divisions by a number and by another Fix16.
function meta.__div(a, b)
  if type(b) == "number" then return Fix16(floor(a.val / b)) end
  return Fix16(floor(a.val * 65536 / b.val))
end

function setup(n) return Fix16(61728 * 65536), Fix16(123456 * 65536), n end

function kernel(x, y, n)
  while n > 0 do
    n = n - 1
    x = (x + y / x) / 2
  end
  return x.val
end

digest = digest_int
