package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"unbox/trace"
)

// variablePrefix begins the variable of each setting.
const variablePrefix = "UNBOX_"

// environment has the values of variables by their names.
type environment map[string]string

// environmentOf reads what os.Environ returns.
func environmentOf(list []string) environment {
	env := environment{}
	for _, entry := range list {
		if name, value, ok := strings.Cut(entry, "="); ok {
			env[name] = value
		}
	}
	return env
}

// strayVariable is a variable that begins like those of settings and is none. nearest is the variable that may be meant, "" if none is
// similar.
type strayVariable struct{ name, nearest string }

// stray lists, in order, the variables that begin like those of settings and are none: misspelt ones. The server starts with them, since
// others set such variables too: Kubernetes sets UNBOX_SERVICE_HOST and more where a service is called `unbox`.
func (env environment) stray(settings []setting) []strayVariable {
	var list []strayVariable
	for _, name := range slices.Sorted(maps.Keys(env)) {
		rest, ours := strings.CutPrefix(name, variablePrefix)
		if !ours || env[name] == "" || slices.ContainsFunc(settings, func(s setting) bool { return s.variable() == name }) {
			continue
		}
		near := nearestSetting(rest, settings)
		if near != "" {
			near = setting{name: near}.variable()
		}
		list = append(list, strayVariable{name, near})
	}
	return list
}

// nearestSetting returns the name of the setting that may be meant by a misspelt flag, variable or line of --config, "" if none is similar.
func nearestSetting(name string, settings []setting) string {
	var known []string
	for _, s := range settings {
		if s.variable() != "" {
			known = append(known, s.name)
		}
	}
	plain := strings.TrimPrefix(strings.ReplaceAll(strings.ToLower(name), "_", "-"), "unbox-")
	plain = strings.TrimLeft(plain, "-")
	if slices.Contains(known, plain) {
		return plain // in another spelling
	}
	return trace.Nearest(plain, known)
}

// nearestWords is the end of a message about a name that there is not; "" if none is near.
func nearestWords(near string) string {
	if near == "" {
		return ""
	}
	return fmt.Sprintf("; the nearest name is `%s`", near)
}
