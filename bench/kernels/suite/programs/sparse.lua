-- One row of a sparse matrix times a vector.

function setup(n) return fill(1, 1000), indexes(2, n, 1000), fill(3, n), n end

function kernel(x, col, val, n)
  local s = 0.0
  for i = 0, n - 1 do
    s = s + x[col[i]] * val[i]
  end
  return s
end

digest = digest_float
