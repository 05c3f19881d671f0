// The guided story of the first example: eight states of the page, each with what it shows. Numbers of rows are those
// of the example's text; story-moments.test.ts holds them to it.

/** A state of the page. */
export interface Look {
  /** The preset that is on, and whether its result is looked at or the trace as it was recorded. */
  way: "recorded" | "one" | "around";
  /** The row whose reason is open; 0 for none. */
  row: number;
  /** The row to bring into view, if it is another one: small windows do not have room for all that is told. */
  sees?: number;
  /** The first iteration is shown beside the loop. */
  iterations?: boolean;
  /** Run is open. */
  run?: boolean;
  /** The times stand in the place of the picture. */
  times?: boolean;
}

/** An expected speed-up of the loop. */
interface Guess {
  words: string;
  /** A result that is closer to this option than to any other. */
  from: number;
  to: number;
}

interface Option {
  words: string;
  /** The comment for readers who chose it. */
  reply: string;
  right?: boolean;
}

export interface Moment {
  title: string;
  /** Code is between backticks, a term with a card between asterisks. */
  text: string;
  /** A program next to the text. */
  program?: string;
  look: Look;
  /** The question before the moment continues, and what is shown after the
   * answer. */
  asks?: { question: string; options: readonly Option[]; text: string; look: Look };
  /** What is guessed, and then measured. */
  guesses?: { question: string; options: readonly Guess[] };
}

export const moments: readonly Moment[] = [
  {
    title: "Boxes are born",
    text: "To Python every number is an object: a box with a number inside. Here the box is a class of its own, so that we can watch it: each `BoxedInteger(…)` makes one, and so does each `.add`, for its result. Below is one iteration of this loop, as it was recorded while it ran: a *trace*. Five times it says `new`, and the line of a box begins there. Names with `p` are objects, names with `i` plain numbers.",
    program: "while y.is_positive():\n    res = res.add(y).add(BoxedInteger(-100))\n    y = y.add(BoxedInteger(-1))",
    look: { way: "recorded", row: 10 },
  },
  {
    title: "Who reads them?",
    text: "Follow the line of `p5`. Row 10 makes the box, row 12 puts `i4` into it, row 20 checks its class, which says what `.add` does, and row 22 takes the number out. After that nothing mentions it. The optimizer has seen rows 10 and 12, so it knows the class and the number without the box.",
    look: { way: "recorded", row: 10, sees: 22 },
    asks: {
      question: "Which of the other four boxes are like `p5`?",
      options: [
        { words: "`p6` and `p11`", right: true, reply: "Right." },
        { words: "All four", reply: "Two are mentioned once more, in the last row: `jump(p15, p10)`." },
        { words: "None", reply: "Look at the lines of `p6` and `p11`: made, filled, checked, read, and that is all." },
      ],
      text: "Everything that is asked of these three is known already. So the questions go; then nothing needs the boxes, and they go, too. Such a box is called *virtual*: only known, never made. Its line is dashed.",
      look: { way: "one", row: 10 },
    },
  },
  {
    title: "Who lets them out?",
    text: "Now `p10`, in row 27. It gets its number in row 29, and this iteration never reads it. Only the last row mentions it: `jump(p15, p10)`, back to the top.",
    look: { way: "recorded", row: 55 },
    asks: {
      question: "The optimizer sees this one iteration and nothing else. Must it make `p10`?",
      options: [
        { words: "Yes", right: true, reply: "Right." },
        { words: "No: nothing reads it", reply: "Nothing in this iteration does. The next one will, and the optimizer does not see that one." },
      ],
      text: "The jump passes `p10` to the next iteration, which may do anything with it. So it has to be a real box by then: it *escapes*. Until the jump it is only known (dashed); there it is made (the square). The same happens to `p15`. Of five boxes, two are left.",
      look: { way: "one", row: 27, sees: 55 },
    },
  },
  {
    title: "What the loop carries",
    text: "The two boxes that escape are the variables of the loop: `jump(p15, p10)` makes `p15` the next `p0`, which is `y`, and `p10` the next `p1`, which is `res`. At the bottom of each iteration their numbers are packed, and the next iteration begins by checking the boxes and unpacking them (rows 3 to 8).",
    look: { way: "one", row: 5 },
  },
  {
    title: "What peeling does",
    text: "From the second iteration on, every box that arrives at the top was packed by the previous iteration. Its class is known, and its number has just been there.",
    look: { way: "one", row: 3 },
    asks: {
      question: "If the optimizer could see how the previous iteration ended, what would an iteration still have to pass to the next?",
      options: [
        { words: "Two boxes", reply: "Nothing looks at the boxes, only at what is in them." },
        { words: "Two numbers", right: true, reply: "Right." },
        { words: "Nothing", reply: "The next iteration goes on computing with the numbers." },
      ],
      text: "The optimizer *peels* an iteration off: it writes the iteration twice. The first copy runs once, checks and unpacks. The second copy, the loop, begins with what the first has found out, so it needs no checks and no boxes. Two numbers go around, drawn as double lines.",
      look: { way: "around", row: 3, sees: 55, iterations: true },
    },
  },
  {
    title: "What is left",
    text: "Three additions, a comparison, a guard and the jump: six of thirty operations, and no box at all. `p5` went because nobody outside ever saw it. `p10` needed more: it does leave the iteration, but only into the next one, which wants nothing but its number.",
    look: { way: "around", row: 27 },
  },
  {
    title: "Is it still the same?",
    text: "Both traces run on the same inputs, here `y = 5` and `res = 0`. Both jump back four times. In the fifth iteration the *guard* in row 54, a check that the loop goes on, fails: the next `y` is 0. That is not a mistake: it is how a loop ends. The trace is left there, and the interpreter, which runs whatever has no trace, continues the program from that place. If it needs a box, the box is made first, from the number. 33 operations did the work of 149.",
    look: { way: "around", row: 54, run: true },
  },
  {
    title: "How fast it is",
    text: "A box costs time when it is made, when its class is checked, and when it is read. The loop does none of that any more: its two numbers stay in registers of the processor. Now all three versions are measured: as machine code on the server, and as WebAssembly in your browser.",
    look: { way: "around", row: 0, times: true },
    guesses: {
      question: "Guess first: how many times as fast is the loop without boxes?",
      options: [
        { words: "No faster", from: 0, to: 1.4 },
        { words: "2 times", from: 1.4, to: 2.8 },
        { words: "4 times", from: 2.8, to: 5.6 },
        { words: "8 times", from: 5.6, to: 11.2 },
        { words: "16 times", from: 11.2, to: Infinity },
      ],
    },
  },
];
