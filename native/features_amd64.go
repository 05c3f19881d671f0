package native

import "golang.org/x/sys/cpu"

// Host returns what the processor of this machine can do.
func Host() Features {
	return Features{AVX: cpu.X86.HasAVX, BMI2: cpu.X86.HasBMI2}
}
