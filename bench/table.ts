/** A figure next to its goal. */
export type Line = {
  readonly name: string;
  readonly value: string;
  /** Empty for a figure that is reported only for information. */
  readonly goal: string;
  readonly isMet: boolean;
};

/** Prints the figures as a Markdown table; returns whether every goal is met. */
export function printLines(lines: readonly Line[]): boolean {
  const cells = lines.map(
    ({ name, value, goal, isMet }) =>
      `| ${name} | ${value} | ${goal} | ${goal === '' ? '' : isMet ? 'yes' : 'NO'} |`,
  );
  console.log(['| figure | measured | goal | met |', '|---|---|---|---|', ...cells, ''].join('\n'));
  const missed = lines.filter(({ goal, isMet }) => goal !== '' && !isMet);
  console.log(
    missed.length === 0 ? 'Every goal is met.' : `Missed: ${missed.map(({ name }) => name).join('; ')}.`,
  );
  return missed.length === 0;
}
