import { field, listField, numberField, textField } from './messages.ts';

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
export function readStatements(messages: readonly unknown[]): readonly PageStatement[] {
  const byIndex = new Map(messages.map(readStatement).map((statement) => [statement.index, statement]));
  return [...byIndex.values()].toSorted((one, other) => one.index - other.index);
}

const read = new WeakMap<readonly unknown[], readonly PageStatement[]>();

/**
 * The sentences that certainly differ from the sources or were not found in them; always the same list for a
 * list.
 */
export function doubtfulIn(messages: readonly unknown[]): readonly PageStatement[] {
  const known = read.get(messages);
  if (known !== undefined) return known;
  const doubtful = readStatements(messages).filter(({ verdict, isSure }) => DOUBTFUL.has(verdict) && isSure);
  read.set(messages, doubtful);
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
