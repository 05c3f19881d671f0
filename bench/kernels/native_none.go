package main

// nativeEngines lists the engines that make machine code here.
func nativeEngines() []engine { return nil }
