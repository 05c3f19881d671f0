-- What objects.py does, with tables.

local kept = {}
for k = 1, 10000 do
  kept[k] = { number = 0, half = 0.0 }
end
for k = 0, 100000000 - 1 do
  kept[k % 10000 + 1] = { number = k, half = 0.5 * k }
end
local total = 0.0
for k = 1, 10000 do
  total = total + kept[k].number + kept[k].half
end
print(string.format('%.1f', total))
