-- Convolution of a vector with three weights.

function setup(n) return fill(1, n + 2), fill(2, 3), zeros(n), n end

function kernel(a, k, b, n)
  for i = 0, n - 1 do
    b[i] = k[2] * a[i] + k[1] * a[i + 1] + k[0] * a[i + 2]
  end
  return b
end

digest = digest_list
