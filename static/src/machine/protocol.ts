// This file is the page's side of the protocol that the Machine panel speaks
// over a WebSocket; playground/machine.go is the server's side. A client sends
// MachineRequests, the server answers each with MachineAnswers of the same ID,
// the last of which has kind "result" or "error".
//
// Jobs, progress and reports pass through the server as they are: the worker
// writes and reads them (native/timing, files job.go and report.go).

/** Asks for a measurement, or cancels one. */
export interface MachineRequest {
  /** Chosen by the client; unique among its open requests. */
  id: number;
  /** "measure" is for traces, "program" for Python programs. */
  kind: "measure" | "program" | "cancel";
  /** What to measure; the worker reads it. */
  job?: Job | ProgramJob;
}

/** Reports the progress of a request. */
export interface MachineAnswer {
  id: number;
  kind: "queued" | "started" | "progress" | "result" | "error";
  /** Place in the queue, from 1, for "queued". */
  place?: number;
  /** What confines the worker, for "started". */
  sandbox?: Sandbox;
  /** What the worker says, for "progress" and "result". */
  data?: Progress | Report | ProgramReport;
  /** In plain words, for "error". */
  error?: string;
}

/** What confines a worker: the version of Landlock (0 for none), and whether system calls are filtered. */
export interface Sandbox {
  landlock?: number;
  filter?: boolean;
}

/** What to measure. */
export interface Job {
  /** The text of the recorded trace. */
  trace: string;
  /** Its inputs; if left out, the server looks for inputs on which the loop keeps running. */
  inputs?: string;
  /** Names such as "native loop"; if left out, the server uses those that it can run.
   * */
  variants?: string[];
  /** Measures for a tenth of the time. */
  quick?: boolean;
}

/** Sent during a measurement. */
export interface Progress {
  stage: "compiling" | "checking" | "warming up" | "sampling";
  /** The name of the variant being measured. */
  variant?: string;
  /** The newest sample in nanoseconds for an iteration of the loop, and its number from 1. */
  sample?: number;
  round?: number;
}

/** What was measured. */
export interface Report {
  machine: Machine;
  /** What all variants ran on. */
  inputs: string;
  /** Cycles in a nanosecond during the measurement; 0 if that could not be told. */
  gigahertz: number;
  variants: Variant[];
  /** The interpreter makes up the results of calls: its time is part of all the
   * others. */
  imagined?: boolean;
  /** Says why each engine that could not run could not. */
  missing?: string[];
  /** Why the times are not trustworthy; "" or absent if they are. */
  noisy?: string;
}

/** Where a measurement took place. */
export interface Machine {
  /** The name of the processor, "" if unknown. */
  processor: string;
  cores: number;
  /** The load average of the last minute; "" if unknown. */
  load: string;
  /** "linux/amd64", or the browser's name. */
  system: string;
}

/** Describes samples of one quantity, in their unit. */
export interface Summary {
  count: number;
  min: number;
  /** The quartiles. */
  low: number;
  median: number;
  high: number;
  /** They enclose the true median with a confidence of 95 %. */
  from: number;
  to: number;
}

/** One way to run the trace. Times are nanoseconds for one iteration of the loop. */
export interface Variant extends Summary {
  /** "native recorded", "wasm loop" and so on. */
  name: string;
  title: string;
  /** In the order of rounds. */
  samples: number[];
  /** In all samples together; allocations and collections are for each. */
  iterations: number;
  allocations: number;
  collections: number;
  /** True if the times stopped falling before the samples began. */
  stable: boolean;
  noisy: string;
  /** The median in cycles; 0 if unknown. */
  cycles: number;
  /** How many times as fast as the first variant, round by round. */
  ratio: Summary;
  operations: number;
  inLoop: number;
  /** In bytes; 0 for the interpreter. */
  codeSize: number;
  /** Nanoseconds for each operation, from trace to code; 0 if unknown. */
  compileTime: number;
}

/** Which Python program to measure, and how its traces are made. */
export interface ProgramJob {
  text: string;
  /** After how many iterations a loop is recorded; left out, 1,000. */
  threshold?: number;
  noBridges?: boolean;
  /** The passes that optimize traces; left out, those of the page. */
  passes?: readonly string[];
}

/** What was measured of a program. */
export interface ProgramReport {
  machine: Machine;
  /** When, in seconds since 1970. */
  measured: number;
  ways: Way[];
  /** Why CPython and PyPy are not among them; left out if they are. */
  alone?: string;
}

/** One way to run a program. Times are milliseconds from reading the program to its end. */
export interface Way extends Summary {
  name: "interpreter" | "traces" | "CPython" | "PyPy";
  /** Left out for ours. */
  version?: string;
  samples: number[];
  /** Which limit ended the program, which would take longer; left out if it came to its end. */
  stopped?: string;
  /** It did not print what the first way printed. */
  differs?: boolean;
  /** Why there is no time. */
  missing?: string;
}
