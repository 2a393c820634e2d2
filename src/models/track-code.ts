/** Tracks the code in a Markdown text that arrives in pieces. */
type CodeTracker = {
  /** True inside a code span or a fence. */
  readonly isInside: boolean;
  /** Call it with every piece of the text, in order. */
  push(piece: string): void;
};

/** A run of at least this many backticks opens a fence, which blank lines do not end. */
const FENCE = 3;

/** Tracks backticks as CommonMark reads them; a code span that is never closed ends with its paragraph. */
export function trackCode(): CodeTracker {
  /** Length of the run of backticks that opened the code; 0 outside. */
  let opened = 0;
  /** Length of the run of backticks at the current end of the text. */
  let run = 0;
  let isBlankLine = true;

  function afterRun(): number {
    if (run === 0) return opened;
    if (opened === 0) return run;
    return run === opened || (opened >= FENCE && run > opened) ? 0 : opened;
  }

  return {
    get isInside() {
      return afterRun() > 0;
    },
    push(piece) {
      if (run === 0 && !/[`\n]/.test(piece)) {
        isBlankLine &&= piece.trim() === '';
        return;
      }
      for (const char of piece) {
        if (char === '`') {
          run++;
          isBlankLine = false;
          continue;
        }
        if (run > 0) opened = afterRun();
        run = 0;
        if (char === '\n') {
          if (isBlankLine && opened < FENCE) opened = 0;
          isBlankLine = true;
        } else if (isBlankLine && char.trim() !== '') isBlankLine = false;
      }
    },
  };
}
