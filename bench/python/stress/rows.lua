-- What rows.py does, with tables that have their size from the start.

local new = require('table.new')
local kept = {}
for k = 1, 1000 do
  kept[k] = { 0.0 }
end
for k = 0, 12500000 - 1 do
  local row = new(100, 0)
  for j = 1, 100 do
    row[j] = 0.5 * k
  end
  kept[k % 1000 + 1] = row
end
local total = 0.0
for k = 1, 1000 do
  for j = 1, 100 do
    total = total + kept[k][j]
  end
end
print(string.format('%.1f', total))
