package main

import "os"

// writeStyles writes one line for each drawn element, and for its ::before and ::after: its path from the page's
// root, its position, and the properties that differ from the browser's defaults. Two versions of the style that draw
// the same give the same lines, so that `diff` shows what a change of the style changes.
func writeStyles(tab *stage, file string) error {
	var lines string
	if err := tab.Eval(drawn, &lines); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(lines), 0o644)
}

// drawn is an expression for these lines. The browser's defaults come from an element of the same name in a frame without a
// style; lengths that follow from positions are left out.
const drawn = `(() => {
	const bare = document.documentElement.appendChild(document.createElement("iframe"));
	const usual = new Map();
	const follows = /^(width|height|inline-size|block-size|perspective-origin|transform-origin|min-.*-size|max-.*-size|inset.*|(margin|padding)-(block|inline).*|border-(block|inline|start|end).*|.*-(block|inline)-.*|-webkit-.*)$/;
	const usually = (e) => {
		const key = e.namespaceURI + e.localName;
		if (!usual.has(key)) {
			const twin = bare.contentDocument.body.appendChild(bare.contentDocument.createElementNS(e.namespaceURI, e.localName));
			const style = bare.contentWindow.getComputedStyle(twin);
			usual.set(key, new Map([...style].map((p) => [p, style.getPropertyValue(p)])));
			twin.remove();
		}
		return usual.get(key);
	};
	const lines = [];
	const own = (e, style) => [...style].filter((p) => !p.startsWith("--") && !follows.test(p) && style.getPropertyValue(p) !== usually(e).get(p))
		.map((p) => p + ":" + style.getPropertyValue(p)).join(";");
	const walk = (e, path) => {
		if (e === bare || !e.checkVisibility()) return;
		const r = e.getBoundingClientRect();
		const round = (x) => Math.round(x * 2) / 2;
		const at = [r.x, r.y, r.width, r.height].map(round).join(" ");
		lines.push([path, e.getAttribute("class") ?? "", at, own(e, getComputedStyle(e))].join("\t"));
		for (const part of ["::before", "::after", "::placeholder", "::marker"]) {
			const style = getComputedStyle(e, part);
			if (part.length < 9 && style.content !== "none" && style.content !== "normal") lines.push([path + part, "", "", own(e, style)].join("\t"));
		}
		[...e.children].forEach((c, i) => walk(c, path + ">" + c.localName + i));
	};
	walk(document.body, "body");
	bare.remove();
	return lines.join("\n") + "\n";
})()`
