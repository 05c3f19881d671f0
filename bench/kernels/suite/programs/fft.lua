-- The butterflies of one pass of a Fourier transform.

function setup(n) return fill(1, n * 4), 0.8, 0.6, 4, n * 4 end

function kernel(data, wr, wi, step, n)
  local i = 0
  for j = 2, n - 1, step do
    local zr, zi = data[j], data[j + 1]
    local dr, di = wr * zr - wi * zi, wr * zi + wi * zr
    data[j] = data[i] - dr
    data[j + 1] = data[i + 1] - di
    data[i] = data[i] + dr
    data[i + 1] = data[i + 1] + di
    i = i + step
  end
  return data
end

digest = digest_list
