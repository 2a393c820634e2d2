import type { Element } from 'domhandler';
import { joinShort, type Line, withLabel } from './line.ts';
import { roleOf } from './tree.ts';

/** A cell with its columns, after the spans of cells before and above it. */
type Cell = {
  readonly isHead: boolean;
  readonly text: string;
  readonly lines: readonly Line[];
  readonly from: number;
  readonly to: number;
};
type Row = { readonly element: Element; readonly cells: Cell[] };

/** Wider and larger tables are read cell by cell, which limits the effect of spans. */
const MAX_COLUMNS = 60;
const MAX_CELLS = 8_000;
/** A longer text is not a label. */
const MAX_LABEL_CHARS = 80;
/** The cells of a table that only places things are longer on average. */
const MAX_MEAN_CHARS = 150;
/** With labels, a table may be at most this many times as long as without them. */
const MAX_GROWTH = 5;

/** The cells of a table, as they come. */
export class Grid {
  readonly #rows: Row[] = [];
  /** For each column, the last cell that covered it, and the number of further rows that this cell covers. */
  readonly #above: { cell: Cell; rows: number }[] = [];
  #column = 0;
  #count = 0;
  #isRegular = true;

  startRow(element: Element): void {
    this.#takeAbove();
    this.#rows.push({ element, cells: [] });
    this.#column = 0;
  }

  addCell(element: Element, lines: readonly Line[]): void {
    let row = this.#rows.at(-1);
    if (row === undefined) {
      row = { element, cells: [] };
      this.#rows.push(row);
    }
    this.#takeAbove();
    const { colspan, rowspan } = element.attribs;
    const from = this.#column;
    const to = from + spanOf(colspan, MAX_COLUMNS);
    const isHead = element.name === 'th' || /header$/.test(roleOf(element));
    const text = joinShort(lines.map((line) => line.text));
    const cell = { isHead, text, lines, from, to };
    row.cells.push(cell);
    this.#count++;
    // A table in a cell makes the outer one a means of layout.
    this.#isRegular &&=
      to <= MAX_COLUMNS &&
      this.#count <= MAX_CELLS &&
      !lines.some(({ kind, element: at }) => kind === 'table row' && at.name === 'tr');
    if (!this.#isRegular) return;
    for (; this.#column < to; this.#column++)
      this.#above[this.#column] = { cell, rows: spanOf(rowspan, MAX_CELLS) - 1 };
  }

  /** Cells that reach down into this row. */
  #takeAbove(): void {
    const cells = this.#rows.at(-1)?.cells;
    if (cells === undefined || !this.#isRegular) return;
    for (
      let over = this.#above[this.#column];
      over !== undefined && over.rows > 0;
      over = this.#above[this.#column]
    ) {
      over.rows--;
      if (cells.at(-1) !== over.cell) cells.push(over.cell);
      this.#column++;
    }
  }

  /** The rows of a data table, each with its labels; the lines of every cell of another table. */
  toLines(table: Element): Line[] {
    this.#takeAbove();
    const role = roleOf(table);
    const rows = this.#rows.filter(({ cells }) => cells.some(({ text }) => text !== ''));
    const isData = this.#isRegular && role !== 'presentation' && role !== 'none' && isDataTable(rows);
    const lines = isData ? labelledRows(rows) : null;
    return (
      lines ??
      rows.flatMap(({ cells }) => cells.flatMap((cell, at) => (cells.indexOf(cell) === at ? cell.lines : [])))
    );
  }
}

/** Whether most rows have several cells with text, and cells are short. */
function isDataTable(rows: readonly Row[]): boolean {
  const texts = rows.flatMap(({ cells }) => cells.filter(({ text }) => text !== ''));
  const chars = texts.reduce((sum, { text }) => sum + text.length, 0);
  if (texts.length === 0 || chars > MAX_MEAN_CHARS * texts.length) return false;
  const wide = rows.filter(({ cells }) => cells.filter(({ text }) => text !== '').length > 1);
  return wide.length * 2 > rows.length || wide.some(({ cells }) => cells.some(({ isHead }) => isHead));
}

/** Null if the labels would make a table of many short cells too long. */
function labelledRows(rows: readonly Row[]): Line[] | null {
  const heads = leadingHeads(rows);
  const labels = heads > 0 && heads < rows.length ? labelsOf(rows.slice(0, heads)) : [];
  const lines: Line[] = [];
  let [plain, whole] = [0, 0];
  for (const { element, cells } of heads < rows.length ? rows.slice(heads) : rows) {
    const full = cells.filter(({ text }) => text !== '');
    const text = rowText(full, labels);
    lines.push({
      kind: 'table row',
      text,
      place: full.flatMap((cell) => cell.lines)[0]?.place ?? 'main',
      level: 0,
      element,
      linkChars: full.flatMap((cell) => cell.lines).reduce((sum, each) => sum + each.linkChars, 0),
      isGroup: true,
      labels: [...new Set([full[0]?.text ?? '', ...full.map(({ from }) => labels[from] ?? '')])].filter(
        Boolean,
      ),
    });
    plain += full.reduce((sum, cell) => sum + cell.text.length, 0);
    whole += text.length;
  }
  return whole > MAX_GROWTH * plain ? null : lines;
}

/** A row as one line. If the columns have no labels, its first cell is the label of the others. */
function rowText(cells: readonly Cell[], labels: readonly string[]): string {
  const [first, ...rest] = cells;
  if (labels.some((label) => label !== ''))
    return cells.map(({ text, from }) => withLabel(labels[from] ?? '', text)).join('; ');
  const isLabel = rest.length > 0 && first !== undefined && first.text.length <= MAX_LABEL_CHARS;
  if (!isLabel) return cells.map(({ text }) => text).join('; ');
  return withLabel(first.text, rest.map(({ text }) => text).join('; '));
}

/** The number of rows at the top that consist of labels. */
function leadingHeads(rows: readonly Row[]): number {
  const isHead = ({ element, cells }: Row) => {
    const { parent } = element;
    if (parent !== null && 'name' in parent && parent.name === 'thead') return true;
    return cells.every(({ isHead: isLabel, text }) => isLabel || text === '');
  };
  const first = rows.findIndex((row) => !isHead(row));
  return first < 0 ? rows.length : first;
}

/** The label of each column: the texts of the cells above it, each one once. */
function labelsOf(heads: readonly Row[]): readonly string[] {
  return Array.from({ length: MAX_COLUMNS }, (_, column) => {
    const own = heads.flatMap(({ cells }) => {
      // A cell that spans the whole table is its caption.
      const isWhole = cells.length === 1 && (cells[0]?.to ?? 0) > 1;
      return (isWhole ? null : cells.find(({ from, to }) => from <= column && column < to)?.text) ?? [];
    });
    const label = [...new Set(own)].join(' ').trim();
    return label.length > MAX_LABEL_CHARS ? '' : label;
  });
}

/** A span of at least 1 and at most `most`. */
function spanOf(stated: string | undefined, most: number): number {
  const span = stated === undefined ? 1 : Number.parseInt(stated, 10);
  return span > 0 ? Math.min(span, most) : 1;
}
