/** A comment, a prompt, an element, or a keyword that a statement follows: `const sky = blue`. */
const CODE_BEGINS = new RegExp(
  String.raw`^(?:\/\/|\/\*|#!|\$ |<\/?[a-z!]|(?:const|let|var|import|export|function|return|def` +
    `|class|await|async|public|private) .*[={(;'"])`,
);
/** `sky.color = 'blue'`, `count += 1`. */
const ASSIGNMENT = /^[\w$.[\]]+ (?:[+:]?=) \S/;
/** A line that is only a call: `print("The sky is blue")`. */
const CALL = /^[\w$]+(?:\.[\w$]+)*\(.*\)[;,]?$/;
/** A statement and its comment: `paint(sky) // blue`. */
const COMMENTED = /[);}\]] *\/\/ /;
/** Characters that never end a sentence. */
const CODE_ENDS = /(?:[;{}]|=>|\*\/)$/;
/** An arrow function, a path such as `std::io`, a call without arguments and its semicolon. */
const IN_CODE = /\) => |\(\) ?=>|\w::\w|\w\(\);/;
/** A line of a stack trace of Node, Java, Python, Go, Rust or .NET. */
const TRACE = new RegExp(
  String.raw`^at .+[:(]|Traceback \(most recent call|^File ".+", line \d|^Caused by: ` +
    String.raw`|^goroutine \d|^panicked at |\.\w{1,5}:\d+(?::\d+)?\)?$`,
);
const EXCEPTION = /^(?:Uncaught |Unhandled )?(?:[\w$]+\.)*[A-Z]\w*(?:Error|Exception)(?::| \[)/;
/** Two cells of a table row that is drawn with bars or lines. */
const CELLS = /\|.*\||[─-╿].*[─-╿]|\t.*\t/u;
const NUMBER = /^[-+−–]?[$€£¥]?\d[\d.,:/-]*%?$/u;
const ANY_DIGIT = /\d/;
/** The minimum number of numbers in a table row, and the minimum share of its words that are numbers. */
const ROW_NUMBERS = 4;
const ROW_SHARE = 0.5;

/** True for code, lines of a stack trace and rows of a table, which are never quoted. */
export function isCode(text: string): boolean {
  if (CODE_BEGINS.test(text) || CODE_ENDS.test(text) || CALL.test(text) || IN_CODE.test(text)) return true;
  if (COMMENTED.test(text)) return true;
  if (TRACE.test(text) || EXCEPTION.test(text) || CELLS.test(text) || isRow(text)) return true;
  return ASSIGNMENT.test(text);
}

function isRow(text: string): boolean {
  if (!ANY_DIGIT.test(text)) return false;
  const cells = text.split(' ');
  const numbers = cells.filter((cell) => NUMBER.test(cell)).length;
  return numbers >= ROW_NUMBERS && numbers >= ROW_SHARE * cells.length;
}
