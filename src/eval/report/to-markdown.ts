import type { ReportSection } from './sections.ts';

/** A report as Markdown. */
export function toReportMarkdown(title: string, sections: readonly ReportSection[]): string {
  return `# ${title}\n\n${sections.map(toPart).join('\n\n')}\n`;
}

function toPart({ title, note, columns, rows }: ReportSection): string {
  const line = (cells: readonly string[]) => `| ${cells.map(toCell).join(' | ')} |`;
  const table = [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n');
  return [`## ${title}`, note, table].filter((part) => part !== '').join('\n\n');
}

/** A cell has one line, and no bar that would end it. */
function toCell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}
