/** Rows of cells as lines, in aligned columns. */
export function table(rows: readonly (readonly string[])[]): string {
  const width = (at: number) => Math.max(...rows.map((row) => row[at]?.length ?? 0));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(width(at)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
