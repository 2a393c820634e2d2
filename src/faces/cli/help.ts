import { type Command, commands } from './commands.ts';

/** What `sayso --help` prints. */
export function helpText(version: string, settings: string): string {
  const lines = commands.map((command) => [usageOf(command), command.summary] as const);
  return `sayso ${version}: ask the web, get an answer you can read, hear and check.

Usage
${columns([...lines, ['sayso COMMAND --help', 'more about one command'], ['sayso --version', 'print the version']])}

Settings, as environment variables or in .env (default in brackets)
${settings}
`;
}

/** What `sayso COMMAND --help` prints; null for a command that does not exist. */
export function commandHelp(name: string): string | null {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) return null;
  const { summary, details, options, examples } = command;
  const parts = [
    `Usage: ${usageOf(command)}`,
    [`${summary[0]?.toUpperCase()}${summary.slice(1)}.`, ...details].join('\n'),
    `Options\n${columns([...options, ['-h, --help', 'print this']])}`,
    `Examples\n${examples.map((example) => `  ${example}`).join('\n')}`,
  ];
  return parts.join('\n\n');
}

/** Whether the arguments of a command ask for its help. Arguments after `--` are not options. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

function usageOf({ name, parameters }: Command): string {
  return `sayso ${name} ${parameters}`.trimEnd();
}

/** Two columns, the second aligned. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
