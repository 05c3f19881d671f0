-- Pi by points in a square; the random numbers are those of a lagged generator.

local band, arshift = bit.band, bit.arshift

function setup(n) return indexes(1, 32, 2147483647), 17, n end

-- Differences of two numbers below 2^31 - 1 fit into the 32 bits of Lua's bit operations.
local function random(ring, at)
  local d = ring[band(at - 17, 31)] - ring[band(at - 5, 31)]
  d = d + band(arshift(d, 31), 2147483647)
  ring[at] = d
  return 4.656612875245797e-10 * d, band(at + 1, 31)
end

function kernel(ring, at, n)
  local under = 0
  for _ = 1, n do
    local x, y
    x, at = random(ring, at)
    y, at = random(ring, at)
    if x * x + y * y <= 1.0 then under = under + 1 end
  end
  return under
end

digest = digest_int
