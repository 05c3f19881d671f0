-- The square root of y by Newton's method, in integers.

local floor = math.floor

function setup(n) return 2 ^ 40, 1234567890123, n end

function kernel(x, y, n)
  while n > 0 do
    n = n - 1
    x = floor((x + floor(y / x)) / 2)
  end
  return x
end

digest = digest_int
