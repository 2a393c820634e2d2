// Runs a command that measures and keeps what it prints in docs/figures.json, from which the documents take
// their figures: `npm run docs:figures -- npm run bench:wait`, or any other command. The lines of an earlier
// run are replaced only if the new one printed figures. `test/figures.test.ts` then names every figure of the
// documents that has become wrong.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFigures } from './figures.ts';

const file = new URL('figures.json', import.meta.url);
const [program = '', ...args] = process.argv.slice(2);
const command = /(?:bench|fuzz|test)(?::[\w-]+)|structure|\S+\.test\.[jt]s/.exec(
  [program, ...args].join(' '),
)?.[0];
if (command === undefined)
  throw new Error('name the command that measures: npm run docs:figures -- npm run bench:wait');
// Other switches print other tables; a folder of data does not.
const switches = args.filter((arg, at) => arg.startsWith('--') && !isValue(args[at + 1]) && arg !== '--');
const key = [command, ...switches].join(' ');

const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
let printed = '';
child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
  process.stdout.write(chunk);
  printed += chunk;
});
const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
const lines = printed.split('\n').filter((line) => line.startsWith('| ') && /\d/.test(line));
if (lines.length === 0 || lines.every((line) => readFigures(line).length === 0))
  throw new Error(`the command printed no table with figures (status ${status})`);
const kept = JSON.parse(readFileSync(file, 'utf8'));
kept[key] = {
  date: new Date().toISOString().slice(0, 10),
  lines: lines.map((line) => line.replace(/ +/g, ' ')),
};
writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);

/** Whether an argument is the value of the option before it. */
function isValue(argument: string | undefined): boolean {
  return argument !== undefined && !argument.startsWith('--');
}
