package show

import "strings"

// color is one of the page's colours, on paper and in the dark.
type color struct{ name, light, dark string }

// colors are the page's colours that documents use, by their names there.
var colors = []color{
	{"paper", "#fdfcf9", "#17181b"},
	{"raised", "#ffffff", "#212328"},
	{"ink", "#1d1c1a", "#eceae4"},
	{"ink-2", "#55524b", "#b7b4ac"},
	{"ink-3", "#6f6b62", "#97948c"},
	{"line-strong", "#c4bfb2", "#4a4d55"},
	{"hover", "#edeae1", "#282b31"},
	{"focus", "#1a62b8", "#78b2f4"},
	{"selection", "#cfe0f5", "#27435f"},
	{"removed", "#a23c00", "#f7a56c"},
	{"removed-bg", "#fdeee2", "#33200f"},
	{"added", "#0a559c", "#86bdf7"},
	{"added-bg", "#e8f1fb", "#142538"},
	{"replaced", "#7d2a72", "#e3a0d8"},
	{"replaced-bg", "#f8ebf6", "#311b2d"},
	{"replaced-strong", "#ebc8e5", "#562c4f"},
	{"moved", "#00624f", "#74d0b3"},
	{"moved-bg", "#e3f4ee", "#112b25"},
	{"args", "#6b5600", "#dcc15f"},
	{"args-bg", "#f8f2da", "#2b2611"},
	{"args-strong", "#ecdc9c", "#50451a"},
	{"tok-comment", "#6f6b62", "#97948c"},
	{"tok-number", "#2b6470", "#84c0cc"},
	{"tok-class", "#46528f", "#aab6f0"},
	{"tok-field", "#55524b", "#b7b4ac"},
	{"tok-guard", "#805300", "#e0b25e"},
	{"tok-allocate", "#a0330d", "#f39a72"},
	{"tok-control", "#6d3580", "#cfa2e0"},
	{"tok-visible", "#1d6b35", "#8ecf9f"},
	{"tok-descriptor", "#6a665d", "#97948c"},
}

// colorStyle declares the colours as variables: dark if the system or the author says so, and light on
// paper.
func colorStyle() string {
	var light, dark strings.Builder
	for _, c := range colors {
		light.WriteString("  --" + c.name + ": " + c.light + ";\n")
		dark.WriteString("  --" + c.name + ": " + c.dark + ";\n")
	}
	darkly := "  color-scheme: dark;\n" + dark.String() + "}\n"
	return ".unbox-colors {\n  color-scheme: light;\n" + light.String() + "}\n" +
		"@media screen and (prefers-color-scheme: dark) {\n.unbox-colors {\n" + darkly + "}\n" +
		"[data-theme=\"light\"] .unbox-colors {\n  color-scheme: light;\n" + light.String() + "}\n" +
		"@media screen {\n[data-theme=\"dark\"] .unbox-colors {\n" + darkly + "}\n"
}
