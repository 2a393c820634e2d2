import { collapse } from '@sayso/text/text.ts';

/** A line break of the page until white space is collapsed: a private-use character. */
const BREAK = '\u{f8ff}';
/** Elements that stand for themselves: what is in one is never a part of a word in the next. */
const APART: ReadonlySet<string> = new Set([
  'a',
  'button',
  'label',
  'option',
  'summary',
  'time',
  'cite',
  'output',
]);
/** Elements that format a part of a word. */
const IN_WORD: ReadonlySet<string> = new Set(['sub', 'sup', 'wbr', 'ruby', 'rb', 'rt']);
const FORMATS: ReadonlySet<string> = new Set(
  'b i em strong u s small big mark font tt code var kbd samp del ins q abbr bdi bdo strike'.split(' '),
);

/**
 * The text of a line of the page, from its pieces. Texts of neighbouring elements are parted where they would
 * melt into another word or number ("Lamp 8" and "499 €"), but not inside words (a drop cap, "H₂O").
 */
export class InlineText {
  #text = '';
  /** The last piece of text, the element that ended behind it, and the one that began before the next. */
  #piece = '';
  #ended = '';
  #began = '';
  #isParted = false;
  /** How many `sup` are open. */
  #raised = 0;

  get isEmpty(): boolean {
    return this.#text === '' || !/\S/.test(this.#text);
  }

  get length(): number {
    return this.#text.length;
  }

  add(text: string): void {
    if (text === '') return;
    if (this.#text !== '' && (this.#isParted || this.#ended !== '' || this.#began !== '')) {
      const [left, right] = [this.#piece.trimStart(), text.trimEnd()];
      const meltsAt = this.#ended !== '' && this.#began !== '' ? melts : meltsWithText;
      if (this.#isParted ? !isSpelt(left, right) : needsGap(left, right, this.#ended, this.#began, meltsAt))
        this.#text += ' ';
    }
    // "10" and a raised "3" are no 103.
    this.#text +=
      this.#raised > 0 && RAISED.test(text) && /[\p{L}\p{N})]$/u.test(this.#text) ? raised(text) : text;
    this.#piece = text;
    this.#ended = '';
    this.#began = '';
    this.#isParted = false;
  }

  /** An inline element begins here. */
  begin(name: string): void {
    if (name === 'sup') this.#raised++;
    if (this.#began === '' || IN_WORD.has(name)) this.#began = name;
  }

  /** An inline element ends here. */
  end(name: string): void {
    if (name === 'sup') this.#raised--;
    if (this.#began === '') this.#ended = name;
  }

  /** What comes next is parted from this by its style. */
  part(): void {
    this.#isParted = true;
  }

  /** Adds a text that stands for itself. */
  addApart(text: string): void {
    this.part();
    this.add(text);
    this.part();
  }

  break(): void {
    this.#text += BREAK;
    this.#piece = '';
  }

  /** The lines so far, each without white space around it; the next text begins anew. */
  take(): string[] {
    const text = collapse(this.#text);
    this.#text = '';
    this.#piece = '';
    this.#ended = '';
    this.#began = '';
    this.#isParted = false;
    if (!text.includes(BREAK)) return text === '' ? [] : [text];
    return text.split(BREAK).map((line) => line.trim());
  }

  /** The text as it is written, for code. */
  takeCode(): string {
    const text = this.#text.replaceAll(BREAK, '\n');
    this.#text = '';
    this.take();
    return text.replace(/[^\S\n]+$/gm, '').replace(/^\n+|\n+$/g, '');
  }
}

const RAISED = /^\s*[-−+]?\d{1,4}\s*$/;
const RAISED_SIGNS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function raised(text: string): string {
  return text
    .trim()
    .replace(/\d/g, (digit) => RAISED_SIGNS[Number(digit)] ?? digit)
    .replace(/[-−]/, '⁻')
    .replace('+', '⁺');
}

/** Whether two texts are letters of a word that is spelt out, or a drop cap and the rest of its word. */
function isSpelt(left: string, right: string): boolean {
  if (left.length === 1 && right.length === 1) return true;
  return /^\p{L}$/u.test(left) && /^\p{Ll}/u.test(right);
}

type Melts = (left: string, right: string, ended: string, began: string) => boolean;

function needsGap(left: string, right: string, ended: string, began: string, meltsAt: Melts): boolean {
  if (IN_WORD.has(ended) || IN_WORD.has(began) || /\s$/.test(left) || /^\s/.test(right)) return false;
  // Behind "99 €", "€" or "durable." a number or a word begins anew, but not in "$5", "US$" or "No.5".
  if (/\p{N}\s?[\p{Sc}%]$/u.test(left) && /^[\p{N}\p{Sc}]/u.test(right)) return true;
  if (/\p{Sc}$/u.test(left) && /^\p{L}{3}/u.test(right)) return true;
  if (/\p{L}{3}[.!?:;…]$/u.test(left) && /^\p{N}/u.test(right)) return true;
  return meltsAt(left, right, ended, began);
}

/** Whether the texts of two elements would melt. */
function melts(left: string, right: string, ended: string, began: string): boolean {
  if (APART.has(ended) || APART.has(began)) return true;
  if (isSpelt(left, right)) return false;
  const [last = '', first = ''] = [left.at(-1), right[0]];
  const isWord = /[\p{L}\p{N}]/u;
  if (!isWord.test(last)) return left.length > 1 && /[.!?:;…]/.test(last) && /^\p{L}/u.test(right);
  // A lone sign belongs to the number before it; one with a number of its own does not.
  if (!isWord.test(first)) return /^\p{Sc}\s?\p{N}/u.test(right);
  if (/\p{N}/u.test(last) || /\p{N}/u.test(first)) return true;
  if (FORMATS.has(ended) && FORMATS.has(began)) return false;
  if (/\p{Lu}/u.test(first)) return right.length > 1;
  return /\s/.test(left) || /\s/.test(right);
}

/** Whether the text of an element and that around it would melt: "Cart" and "3", but not "H" and "2". */
function meltsWithText(left: string, right: string, ended: string, began: string): boolean {
  const isNumber = /^\p{N}/u.test(right);
  if (/\p{N}$/u.test(left) && isNumber) return /\p{L}.*\s/u.test(left);
  if (/\p{Ll}$/u.test(left) && /^\p{Lu}.*\s/u.test(right)) return /\s/.test(left);
  if (FORMATS.has(ended || began)) return false;
  return isNumber ? /\p{L}{3}$/u.test(left) : /\p{N}$/u.test(left) && /^\p{L}{3}/u.test(right);
}
