import { type Element, isTag } from 'domhandler';
import { joinShort, type Line, withLabel } from './line.ts';
import { isBold, roleOf } from './tree.ts';

/** A cell with its columns, after the spans of cells before and above it. */
type Cell = {
  readonly isHead: boolean;
  readonly isBold: boolean;
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
/** With labels, a table of more characters than this may be at most so many times as long as without them. */
const MAX_FULL_CHARS = 4_000;
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
    const cell = { isHead, isBold: isBold(element), text, lines, from, to };
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
    if (isData) return labelledRows(rows);
    const lines = rows.flatMap(({ cells }) => [...new Set(cells)].flatMap((cell) => cell.lines));
    for (const line of lines)
      if (line.kind === 'table row' && line.element.name !== 'tr') line.kind = 'paragraph';
    return lines;
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

/** Without the labels of columns where they would make a large table of short cells too long. */
function labelledRows(rows: readonly Row[]): Line[] {
  const heads = leadingHeads(rows);
  if (heads === 0 || heads === rows.length) return linesOf(rows, []);
  const above = rows.slice(0, heads);
  const labelled = linesOf(rows.slice(heads), labelsOf(above));
  const sum = (lines: readonly { readonly text: string }[]) =>
    lines.reduce((all, { text }) => all + text.length, 0);
  const plain = sum(rows.slice(heads).flatMap(({ cells }) => cells));
  const isTooLong = sum(labelled) > Math.max(MAX_GROWTH * plain, MAX_FULL_CHARS);
  // A row that spans the whole table says what all of it is about.
  if (isTooLong) return linesOf(rows, []);
  return [...linesOf(above.filter(isTitle), []), ...labelled];
}

/** Each row as a line, with the labels of its columns. */
function linesOf(rows: readonly Row[], labels: readonly string[]): Line[] {
  const lines: Line[] = [];
  for (const { element, cells } of rows) {
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
      headLevel: 0,
      labels: [...new Set([full[0]?.text ?? '', ...full.map(({ from }) => labels[from] ?? '')])].filter(
        Boolean,
      ),
    });
  }
  return lines;
}

/** Whether one cell spans the whole table. */
function isTitle({ cells }: Row): boolean {
  return cells.length === 1 && (cells[0]?.to ?? 0) > 1;
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
  const isHead = ({ element, cells }: Row) =>
    isInHead(element) || cells.every(({ isHead: isLabel, text }) => isLabel || text === '');
  const first = rows.findIndex((row) => !isHead(row));
  if (first < 0) return rows.length;
  return first === 0 && seemsHead(rows) ? 1 : first;
}

/** Whether a row is in a `thead`, or alone in the first of several groups. */
function isInHead({ parent }: Element): boolean {
  if (parent === null || !isTag(parent)) return false;
  if (parent.name === 'thead') return true;
  if (roleOf(parent) !== 'rowgroup' || parent.children.filter(isTag).length > 1) return false;
  const groups = parent.parent?.children.filter(isTag).filter((each) => roleOf(each) === 'rowgroup') ?? [];
  return groups.length > 1 && groups[0] === parent;
}

/** Whether the first row has labels that are not marked so: all in bold, or words above columns of numbers. */
function seemsHead([head, ...rows]: readonly Row[]): boolean {
  const full = head?.cells.filter(({ text }) => text !== '') ?? [];
  if (full.length < 2 || rows.length === 0 || full.some(({ text }) => text.length > MAX_LABEL_CHARS))
    return false;
  if (full.every((cell) => cell.isBold))
    return !rows.every(({ cells }) => cells.every((cell) => cell.isBold));
  // Of two columns, the first row may be a label and its value, such as "Material" and "steel".
  if (full.length < 3 || rows.length < 2 || full.some(({ text }) => /\p{N}/u.test(text))) return false;
  return full.some(({ from }) =>
    rows.every(({ cells }) => /\p{N}/u.test(cells.find((cell) => cell.from === from)?.text ?? '')),
  );
}

/** The label of each column: the texts of the cells above it, each one once. */
function labelsOf(heads: readonly Row[]): readonly string[] {
  return Array.from({ length: MAX_COLUMNS }, (_, column) => {
    const own = heads
      .filter((row) => !isTitle(row))
      .flatMap(({ cells }) => cells.find(({ from, to }) => from <= column && column < to)?.text ?? []);
    const label = [...new Set(own)].join(' ').trim();
    return label.length > MAX_LABEL_CHARS ? '' : label;
  });
}

/** A span of at least 1 and at most `most`. */
function spanOf(stated: string | undefined, most: number): number {
  const span = stated === undefined ? 1 : Number.parseInt(stated, 10);
  return span > 0 ? Math.min(span, most) : 1;
}
