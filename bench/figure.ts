import { type Comparison, compare, median, type Pair } from './statistics.ts';

/** A line of the report. */
export type Figure = {
  readonly name: string;
  readonly unit: 'ms' | 'MiB' | '1/s';
  /** One pair per round; none if it cannot be measured on this system. */
  readonly pairs: readonly Pair[];
  readonly comparison: Comparison;
  /** Null for a figure that is reported only for information. */
  readonly goal: { readonly atMost: number } | { readonly atLeast: number } | null;
};

const HEADINGS = ['figure', 'floor', 'service', 'compared', 'noise', 'goal', 'met'];

/**
 * The figures as a Markdown table: medians, the comparison with the minimum, and the range of the comparison
 * over the rounds.
 */
export function toTable(figures: readonly Figure[]): string {
  const lines = [HEADINGS, ...figures.map(toCells)];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const toLine = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [HEADINGS, rule, ...lines.slice(1)].map(toLine).join('\n');
}

/** Whether a figure misses its goal; a figure that was not measured or has no goal does not. */
export function isMissed({ pairs, comparison, goal }: Figure): boolean {
  if (goal === null || pairs.length === 0) return false;
  const compared = median(pairs.map((pair) => compare(pair, comparison)));
  return !('atMost' in goal ? compared <= goal.atMost : compared >= goal.atLeast);
}

function toCells(figure: Figure): readonly string[] {
  const { name, unit, pairs, comparison, goal } = figure;
  if (pairs.length === 0) return [name, 'not measured', '', '', '', toGoal(figure), ''];
  const compared = pairs.map((pair) => compare(pair, comparison));
  const show = (value: number) => showCompared(value, figure);
  return [
    name,
    showPlain(median(pairs.map(({ floor }) => floor)), unit),
    showPlain(median(pairs.map(({ service }) => service)), unit),
    show(median(compared)),
    `${show(Math.min(...compared))} .. ${show(Math.max(...compared))}`,
    toGoal(figure),
    goal === null ? '' : isMissed(figure) ? 'NO' : 'yes',
  ];
}

function toGoal(figure: Figure): string {
  if (figure.goal === null) return '';
  return 'atMost' in figure.goal
    ? `at most ${showCompared(figure.goal.atMost, figure)}`
    : `at least ${showCompared(figure.goal.atLeast, figure)}`;
}

function showPlain(value: number, unit: Figure['unit']): string {
  return `${value.toFixed(value < 20 ? 2 : 0)} ${unit}`;
}

function showCompared(value: number, { comparison, unit }: Figure): string {
  if (comparison === 'ratio') return `${value.toFixed(2)} x`;
  const sign = comparison === 'difference' && value >= 0 ? '+' : '';
  return `${sign}${value.toFixed(comparison === 'difference' ? 1 : 0)} ${unit}`;
}
