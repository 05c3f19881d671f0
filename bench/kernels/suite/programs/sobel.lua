-- How steep an image is, along one line.

local Array2D = {}
Array2D.__index = Array2D

local function new(width, height, data)
  return setmetatable({ width = width, height = height, data = data }, Array2D)
end

function Array2D:get(x, y)
  if x < 0 or x >= self.width or y < 0 or y >= self.height then error("out of bounds") end
  return self.data[y * self.width + x]
end

function Array2D:set(x, y, value)
  if x < 0 or x >= self.width or y < 0 or y >= self.height then error("out of bounds") end
  self.data[y * self.width + x] = value
end

local sqrt = math.sqrt

function setup(n)
  local size = (n + 2) * 3
  return new(n + 2, 3, fill(1, size)), new(n + 2, 3, zeros(size)), n + 1
end

function kernel(a, b, w)
  local y = 1
  for x = 1, w - 1 do
    local dx = -1.0 * a:get(x - 1, y - 1) + 1.0 * a:get(x + 1, y - 1) + -2.0 * a:get(x - 1, y)
      + 2.0 * a:get(x + 1, y) + -1.0 * a:get(x - 1, y + 1) + 1.0 * a:get(x + 1, y + 1)
    local dy = -1.0 * a:get(x - 1, y - 1) + -2.0 * a:get(x, y - 1) + -1.0 * a:get(x + 1, y - 1)
      + 1.0 * a:get(x - 1, y + 1) + 2.0 * a:get(x, y + 1) + 1.0 * a:get(x + 1, y + 1)
    b:set(x, y, sqrt(dx * dx + dy * dy) / 4.0)
  end
  return b.data
end

digest = digest_list
