package browsertest

import "fmt"

// PlantBug chooses one of the lab's planted bugs from its menu.
func PlantBug(t *Tab, name string) error {
	if err := t.Click(".lab-bugs button"); err != nil {
		return err
	}
	item := fmt.Sprintf(`[...document.querySelectorAll("[role=menu] .menu-item")].find((i) => i.querySelector(".menu-title").textContent === %q)`, name)
	if err := t.Wait(item); err != nil {
		return err
	}
	if err := t.Eval(item+".click()", nil); err != nil {
		return err
	}
	return t.Wait(fmt.Sprintf(`document.querySelector(".lab-plant.is-planted")?.innerText.includes(%q)`, name))
}
