import { field, listField, numberField, textField } from '../state/messages.ts';

/** A sentence of the answer and its verdict. */
export type PageStatement = {
  readonly index: number;
  readonly text: string;
  /** `supported`, `differs`, `not-found` or `not-checked`. */
  readonly verdict: string;
  /** Whether the verdict is fairly certain. */
  readonly isSure: boolean;
  /** For a sentence that differs: the part of it that does. */
  readonly stated: string;
  /** And the number of the source, the part that differs there, and its sentence. */
  readonly source: number | null;
  readonly found: string;
  readonly quote: string;
};

/**
 * The sentences of `statement` messages, in the order of the answer; if several have the same index, the last
 * one counts.
 */
function readStatements(messages: readonly unknown[]): readonly PageStatement[] {
  const byIndex = new Map(messages.map(readStatement).map((statement) => [statement.index, statement]));
  return [...byIndex.values()].toSorted((one, other) => one.index - other.index);
}

const doubtfulOf = new WeakMap<readonly unknown[], readonly PageStatement[]>();

/**
 * The sentences that certainly differ from the sources or were not found in them; always the same list for a
 * list.
 */
export function doubtfulIn(messages: readonly unknown[]): readonly PageStatement[] {
  const known = doubtfulOf.get(messages);
  if (known !== undefined) return known;
  const doubtful = readStatements(messages).filter(({ verdict, isSure }) => DOUBTFUL.has(verdict) && isSure);
  doubtfulOf.set(messages, doubtful);
  return doubtful;
}

const DOUBTFUL: ReadonlySet<string> = new Set(['differs', 'not-found']);

function readStatement(message: unknown): PageStatement {
  const difference = field(message, 'difference');
  const found = field(difference, 'found');
  const text = textField(message, 'text');
  return {
    index: numberField(message, 'index') ?? 0,
    text,
    verdict: isFormula(text) ? 'not-checked' : textField(message, 'verdict'),
    isSure: field(message, 'sure') !== false,
    stated: textField(difference, 'stated'),
    source: numberField(found, 'source'),
    found: textField(found, 'quote'),
    quote: textField(listField(message, 'quotes')[0], 'quote'),
  };
}

/** True for a formula on lines of its own, or a part of one; it is no sentence. */
function isFormula(text: string): boolean {
  return text.startsWith('$$') || text.split('$$').length % 2 === 0;
}

const HAS_WORD = /[\p{L}\p{N}]/u;

/**
 * The parts of a statement in the answer of that exchange, as the service marked them; empty if it is not
 * shown. There are several if it has citations or emphasis inside. Lone punctuation is left out.
 */
export function statementSpans(turn: number, statement: number): readonly Element[] {
  const selector = `[data-turn="${turn}"] [data-statement="${statement}"]`;
  return Array.from(document.querySelectorAll(selector)).filter(({ textContent }) =>
    HAS_WORD.test(textContent),
  );
}

/** The whole text of an element. */
export function rangeOf(element: Element): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range;
}

/** The place of `part`, a piece of the statement's text, if it has no markup inside; null otherwise. */
export function partOfStatement(spans: readonly Element[], part: string): Range | null {
  if (part === '') return null;
  for (const node of spans.flatMap(({ childNodes }) => [...childNodes])) {
    const at = node instanceof Text ? node.data.indexOf(part) : -1;
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + part.length);
    return range;
  }
  return null;
}
