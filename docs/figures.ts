/** A figure of a text: a number with the unit that it is written with. */
export type WrittenFigure = {
  readonly value: number;
  /** Digits after the point, which say how far the number was rounded. */
  readonly decimals: number;
  readonly unit: string;
  /** The words of the text, such as `4.2; 5.1 ms`, which give one figure for each number. */
  readonly written: string;
};

/** What `docs/figures.json` keeps of one command: the lines that it printed and that have a figure. */
export type Recorded = { readonly date: string; readonly lines: readonly string[] };

const NUMBER = String.raw`[-+−]?\d[\d,]*(?:\.\d+)?`;
const JOINT = String.raw`\s*(?:/|;|,| to| or| and|–|\.\.)\s+|/`;
const UNITS: readonly (readonly [name: string, pattern: string])[] = [
  ['ms', 'ms'],
  ['s', '(?:s|seconds?)'],
  ['min', 'minutes?'],
  ['h', 'hours?'],
  ['KB', 'KB'],
  ['MB', 'MB'],
  ['GB', 'GB'],
  ['KiB', 'KiB'],
  ['MiB', 'MiB'],
  ['%', '(?:%|per cent)'],
  ['times', '(?:times|x)'],
  ['points', 'points?'],
  ['px', 'px'],
  ['a second', '(?:a second|1/s)'],
  ['tokens', 'tokens'],
  ['characters', 'characters'],
];
const UNIT = UNITS.map(([, pattern]) => `(${pattern})`).join('|');
const FIGURES = new RegExp(
  String.raw`(?<![\w.,/-])(${NUMBER}(?:(?:${JOINT})${NUMBER})*)[ \u00a0-]?(?:${UNIT})(?![\w/])`,
  'g',
);
const SHARES = /(?<![\w.,/-])(\d[\d,]*) of (?:the |its )?(\d[\d,]*)(?![\w.])/g;

/** Every figure of a text: numbers with a unit, and shares such as `27 of 40`, whose unit is `of 40`. */
export function readFigures(text: string): readonly WrittenFigure[] {
  const figures: WrittenFigure[] = [];
  for (const [written, numbers = '', ...matched] of text.matchAll(FIGURES)) {
    const unit = UNITS[matched.findIndex((one) => one !== undefined)]?.[0] ?? '';
    for (const [number] of numbers.matchAll(new RegExp(NUMBER, 'g')))
      figures.push(toFigure(number, unit, written));
  }
  for (const [written, part = '', whole = ''] of text.matchAll(SHARES))
    figures.push(toFigure(part, `of ${whole.replaceAll(',', '')}`, written));
  return figures;
}

/** Whether a figure of a document is one that a command printed, rounded at most as far as it is written. */
export function isSameFigure(written: WrittenFigure, printed: WrittenFigure): boolean {
  if (written.unit !== printed.unit) return false;
  return Math.abs(written.value - printed.value) <= 0.5 * 10 ** -written.decimals + 1e-9;
}

function toFigure(number: string, unit: string, written: string): WrittenFigure {
  const plain = number.replaceAll(',', '').replace('−', '-').replace('+', '');
  return { value: Number(plain), decimals: plain.split('.')[1]?.length ?? 0, unit, written };
}
