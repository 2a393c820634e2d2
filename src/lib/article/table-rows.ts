import { collapse } from '../text/text.ts';
import { roleOf } from './boilerplate.ts';
import type { HtmlElement } from './html-element.ts';
import { isInline, type Part } from './part.ts';
import type { BlockPlace } from './placed-blocks.ts';

/** Whether a person sees the text that is directly in an element. */
type IsSeen = (element: HtmlElement) => boolean;

/** A cell with its columns, after the spans of cells before and above it. */
type Cell = { readonly isHeader: boolean; readonly text: string; readonly from: number; readonly to: number };

/** A data table: the texts of its rows. A row of labels has none: every other row repeats them. */
type Rows = ReadonlyMap<HtmlElement, string>;

/** Wider and larger tables are not read as data tables, which limits the effect of spans. */
const MAX_COLUMNS = 40;
const MAX_CELLS = 5_000;
/** The maximum length of labels, and of the first cells of a table with two columns. */
const MAX_LABEL_CHARS = 60;
/** With labels, the text of a table may be at most this many times as long as without them. */
const MAX_GROWTH = 4;
/** The cells of a layout table are longer on average. */
const MAX_MEAN_CHARS = 150;
const MIN_LABELLED_ROWS = 3;

/**
 * Creates a function that finds the data-table row that contains a block. It returns the row's element, and
 * the row as one line that can be understood alone: "Country: Peru; Capital: Lima". It returns null for a
 * block that is in no such row, or in a layout table. Takes time in proportion to the table.
 */
export function createRowReader(
  isSeen: IsSeen,
): (place: BlockPlace) => { readonly row: HtmlElement; readonly text: string } | null {
  const rowsByTable = new Map<Part, Rows | null>();
  return (place) => {
    let row: Part | null = null;
    for (let at: BlockPlace | null = place; at !== null; at = at.outer) {
      const { part } = at;
      if (part.tag === 'tr') row ??= part;
      if (part.tag !== 'table') continue;
      if (!rowsByTable.has(part)) rowsByTable.set(part, rowsOf(part, isSeen));
      const text = row === null ? undefined : rowsByTable.get(part)?.get(row.element);
      return row === null || text === undefined ? null : { row: row.element, text };
    }
    return null;
  };
}

/** Null for a table that is not a data table. */
function rowsOf(table: Part, isSeen: IsSeen): Rows | null {
  const role = roleOf(table.attributes);
  const parts = role === 'presentation' || role === 'none' ? [] : rowParts(table);
  const grid = parts.some(holdsTable) ? null : gridOf(parts, isSeen);
  if (grid === null) return null;
  const heads = leadingHeads(parts, grid);
  const isLabelled = heads > 0 && heads < grid.length;
  if (!isShort(grid) || !(isLabelled ? isWide(grid.slice(heads)) : hasLabelColumn(grid))) return null;
  const labels = isLabelled ? labelsOf(grid.slice(0, heads)) : [];
  const rows = grid.map((cells, at) => (isLabelled && at < heads ? '' : toLine(cells, labels)));
  if (rows.reduce((sum, { length }) => sum + length, 0) > MAX_GROWTH * table.chars) return null;
  return new Map(parts.map(({ element }, at) => [element, rows[at] ?? '']));
}

function rowParts(table: Part): Part[] {
  return table.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    if (child.tag === 'tr') return [child];
    return /^t(?:head|body|foot)$/.test(child.tag) ? rowParts(child) : [];
  });
}

function holdsTable({ children }: Part): boolean {
  return children.some((child) => typeof child !== 'string' && (child.tag === 'table' || holdsTable(child)));
}

/** The number of rows at the top that consist of labels. */
function leadingHeads(parts: readonly Part[], grid: readonly Cell[][]): number {
  const isHead = (cells: readonly Cell[], at: number) =>
    parts[at]?.element.parent?.tag === 'thead' ||
    (cells.some(({ text }) => text !== '') && cells.every(({ isHeader, text }) => isHeader || text === ''));
  const first = grid.findIndex((cells, at) => !isHead(cells, at));
  return first < 0 ? grid.length : first;
}

function isShort(grid: readonly Cell[][]): boolean {
  const texts = grid.flat().filter(({ text }) => text !== '');
  return texts.reduce((sum, { text }) => sum + text.length, 0) <= MAX_MEAN_CHARS * texts.length;
}

/** Whether most rows have several cells with text. */
function isWide(grid: readonly Cell[][]): boolean {
  return grid.filter((cells) => cells.filter(({ text }) => text !== '').length > 1).length * 2 > grid.length;
}

/** Whether each row begins with its label, which is a header cell or the first of two cells. */
function hasLabelColumn(grid: readonly Cell[][]): boolean {
  const full = grid.filter((cells) => cells.filter(({ text }) => text !== '').length > 1);
  if (full.length < MIN_LABELLED_ROWS && !full.every(([first]) => first?.isHeader)) return false;
  return (
    full.length > 0 &&
    full.every(([first, ...rest]) => {
      const isLabel = (first?.text.length ?? 0) <= MAX_LABEL_CHARS && rest.every(({ isHeader }) => !isHeader);
      return isLabel && (first?.isHeader === true || rest.length === 1);
    })
  );
}

/** The label of each column: the texts of the cells above it, each one once. */
function labelsOf(heads: readonly Cell[][]): readonly string[] {
  return Array.from({ length: MAX_COLUMNS }, (_, column) => {
    // A cell that spans the whole table is its caption.
    const own = heads.flatMap((cells) => {
      const isWhole = cells.length === 1 && (cells[0]?.to ?? 0) > 1;
      return (isWhole ? null : cells.find(({ from, to }) => from <= column && column < to)?.text) ?? [];
    });
    const label = [...new Set(own)].join(' ').trim();
    return label.length > MAX_LABEL_CHARS ? '' : label;
  });
}

/** A row as one line. If the columns have no labels, the row's first cell is the label of its other cells. */
function toLine(cells: readonly Cell[], labels: readonly string[]): string {
  const [first, ...rest] = cells.filter(({ text }) => text !== '');
  if (first === undefined) return '';
  if (rest.length === 0) return first.text;
  if (labels.length === 0) return withLabel(first.text, rest.map(({ text }) => text).join('; '));
  return [first, ...rest].map(({ text, from }) => withLabel(labels[from] ?? '', text)).join('; ');
}

function withLabel(label: string, text: string): string {
  if (label === '' || label === text) return text;
  return /[\p{P}\p{S}]$/u.test(label) && !/[)%"”]$/.test(label) ? `${label} ${text}` : `${label}: ${text}`;
}

/** The cells of each row at their columns; null if there are too many. */
function gridOf(rows: readonly Part[], isSeen: IsSeen): readonly Cell[][] | null {
  /** For each column, the last cell that covered it, and the number of further rows that this cell covers. */
  const above: { cell: Cell; rows: number }[] = [];
  const grid: Cell[][] = [];
  let count = 0;
  for (const row of rows) {
    const cells: Cell[] = [];
    let column = 0;
    const takeAbove = () => {
      for (let over = above[column]; over !== undefined && over.rows > 0; over = above[column]) {
        over.rows--;
        if (cells.at(-1) !== over.cell) cells.push(over.cell);
        column++;
      }
    };
    for (const child of row.children) {
      if (typeof child === 'string' || (child.tag !== 'td' && child.tag !== 'th')) continue;
      takeAbove();
      const { colspan, rowspan } = child.attributes;
      const to = column + spanOf(colspan, MAX_COLUMNS);
      if (to > MAX_COLUMNS) return null;
      const cell = { isHeader: child.tag === 'th', text: collapse(rawText(child, isSeen)), from: column, to };
      cells.push(cell);
      for (; column < to; column++) above[column] = { cell, rows: spanOf(rowspan, rows.length) - 1 };
    }
    takeAbove();
    grid.push(cells);
    count += cells.length;
    if (count > MAX_CELLS) return null;
  }
  return grid;
}

/** A span of at least 1 and at most `most`. */
function spanOf(stated: string | undefined, most: number): number {
  const span = stated === undefined ? 1 : Number.parseInt(stated, 10);
  return span > 0 ? Math.min(span, most) : 1;
}

function rawText(part: Part, isSeen: IsSeen): string {
  const own = isSeen(part.element);
  const texts = part.children.map((child) => {
    if (typeof child === 'string') return own ? child : '';
    if (child.tag === 'br') return ' ';
    return isInline(child.tag) ? rawText(child, isSeen) : ` ${rawText(child, isSeen)} `;
  });
  return texts.join('');
}
