//go:build !wasip1

package browser

import (
	"context"

	"github.com/tetratelabs/wazero"
)

// None offers the functions of a host that runs no traces: on the server they are interpreted, if they are asked
// for.
func None(ctx context.Context, runtime wazero.Runtime) error {
	_, err := runtime.NewHostModuleBuilder("traces").
		NewFunctionBuilder().WithFunc(func() int32 { return 0 }).Export("available").
		NewFunctionBuilder().WithFunc(func(_, _ uint32, _ int32) int32 { return 0 }).Export("load").
		NewFunctionBuilder().WithFunc(func(int32) {}).Export("unload").
		NewFunctionBuilder().WithFunc(func(_, _, _ int32) int32 { panic("BUG: a trace is entered where none is loaded") }).Export("enter").
		Instantiate(ctx)
	return err
}
