-- The square root of y by Newton's method, in doubles.

function setup(n) return 1e12, 1234567.890123, n end

function kernel(x, y, n)
  while n > 0 do
    n = n - 1
    x = (x + y / x) / 2
  end
  return x
end

digest = digest_float
