/** A possible division of a message into an instruction and the text that it is about. */
export type Division = {
  readonly instruction: string;
  /** The number of words of the text; two characters without spaces count as one word. */
  readonly words: number;
  /** True if the text begins on a line of its own. */
  readonly isBlock: boolean;
  /** How the two are separated. */
  readonly by: 'colon' | 'line' | 'quote' | 'end';
};

/** Instructions are shorter than this. */
const MAX_INSTRUCTION_CHARS = 400;
/** The words of a text are counted up to this length; a longer text has enough of them. */
const COUNTED_CHARS = 600;
const START_CHARS = 40;
const OPENING = '"“„«「『‘‚';
const CLOSING = '"”“»」』’';
const SPACELESS_LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/**
 * The ways to read a message as an instruction and a text: before and after a colon or the end of the first
 * line or paragraph, before and after a quoted text, and the last line after the text. Takes linear time.
 */
export function divisionsOf(message: string): readonly Division[] {
  const text = message.trim();
  const found = [atColon(text), ...atLine(text), ...atEnd(text), atQuote(text)];
  return found.filter((each) => each !== null);
}

function atColon(text: string): Division | null {
  const at = text.slice(0, MAX_INSTRUCTION_CHARS).search(/：|:(?=[\s"“„«「『]|[^\x20-\x7e]|[a-z])/iu);
  if (at < 1) return null;
  const instruction = text.slice(0, at);
  return division(instruction, text.slice(at + 1), 'colon');
}

/** After the first line, and after the first paragraph. */
function atLine(text: string): readonly (Division | null)[] {
  const ends = new Set([text.indexOf('\n'), text.search(/\n\s*\n/u)]);
  return [...ends]
    .filter((at) => at > 0 && at <= MAX_INSTRUCTION_CHARS)
    .map((at) => division(text.slice(0, at), text.slice(at), 'line'));
}

/** The last line, if it is short. */
function atEnd(text: string): readonly (Division | null)[] {
  const at = text.lastIndexOf('\n');
  if (at < 1 || text.length - at > MAX_INSTRUCTION_CHARS) return [];
  return [division(text.slice(at + 1), text.slice(0, at), 'end')];
}

function atQuote(text: string): Division | null {
  const from = Array.from(text.slice(0, MAX_INSTRUCTION_CHARS)).findIndex((mark) => OPENING.includes(mark));
  if (from < 0) return null;
  let to = text.length - 1;
  while (to > from && !CLOSING.includes(text[to] ?? '')) to--;
  if (to <= from) return null;
  const instruction = `${text.slice(0, from)} ${text.slice(to + 1)}`.trim();
  return division(instruction, text.slice(from + 1, to), 'quote');
}

function division(instruction: string, text: string, by: Division['by']): Division | null {
  const words = countWords(text.slice(0, COUNTED_CHARS));
  const isShort = instruction.length <= MAX_INSTRUCTION_CHARS;
  if (!isShort || instruction.trim() === '' || words === 0) return null;
  return { instruction, words, isBlock: by === 'line' || /^[^\S\n]*\n/.test(text.slice(0, START_CHARS)), by };
}

function countWords(text: string): number {
  const spaceless = text.match(SPACELESS_LETTERS)?.length ?? 0;
  const spaced = text.replace(SPACELESS_LETTERS, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return spaced + Math.ceil(spaceless / 2);
}
