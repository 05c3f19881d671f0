-- The loop of Figure 2 of Allocation Removal by Partial Evaluation in a Tracing JIT.

local BoxedInteger = {}
BoxedInteger.__index = BoxedInteger

local function new(intval) return setmetatable({ intval = intval }, BoxedInteger) end

function BoxedInteger:add(other) return other:add_int(self.intval) end

function BoxedInteger:add_int(intother) return new(intother + self.intval) end

function BoxedInteger:is_positive() return self.intval > 0 end

function setup(n) return new(n), new(0) end

function kernel(y, res)
  while y:is_positive() do
    res = res:add(y):add(new(-100))
    y = y:add(new(-1))
  end
  return res.intval
end

digest = digest_int
