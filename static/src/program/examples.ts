// The programs that the page offers: the files of examples/programs, which `unbox python` runs as well.

import blacklist from "../../../examples/programs/blacklist.py";
import boxes from "../../../examples/programs/boxes.py";
import bridge from "../../../examples/programs/bridge.py";
import guard from "../../../examples/programs/guard.py";
import invalidation from "../../../examples/programs/invalidation.py";
import mandelbrot from "../../../examples/programs/mandelbrot.py";
import overflow from "../../../examples/programs/overflow.py";
import shapes from "../../../examples/programs/shapes.py";
import traceback from "../../../examples/programs/traceback.py";

export interface Example {
  /** The file's name without its ending. */
  name: string;
  title: string;
  note: string;
  text: string;
}

export const examples: readonly Example[] = [
  { name: "boxes", title: "Boxed integers, then floats", note: "Figure 1 of the first paper: the boxes vanish, then the types change", text: boxes },
  { name: "guard", title: "A guard that fails", note: "A condition goes the other way now and then", text: guard },
  { name: "bridge", title: "A bridge", note: "A guard fails in every other iteration, until a trace begins there", text: bridge },
  { name: "overflow", title: "Integers that grow", note: "A sum is longer than 64 bits", text: overflow },
  { name: "shapes", title: "A polymorphic call", note: "Which method is called depends on the object", text: shapes },
  { name: "invalidation", title: "A class that changes", note: "The trace relied on it and is thrown away", text: invalidation },
  { name: "blacklist", title: "A loop that is given up", note: "Every recording of it is broken off", text: blacklist },
  { name: "traceback", title: "An exception leaves a trace", note: "Frames are rebuilt for the traceback", text: traceback },
  { name: "mandelbrot", title: "A picture in letters", note: "Loops in loops, with floats", text: mandelbrot },
];
