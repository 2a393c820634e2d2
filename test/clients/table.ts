// Writes the calls recorded in the last run of the tests into docs/clients.md, and deletes the record.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Covered, RESULTS } from './covers.ts';

const PAGE = new URL('../../docs/clients.md', import.meta.url);
const [BEGIN, END] = [
  '<!-- tested clients: written by npm run test:clients -->',
  '<!-- end of tested clients -->',
];

const noted = existsSync(RESULTS) ? readdirSync(RESULTS) : [];
const covered = noted
  .flatMap((name) => readFileSync(new URL(name, RESULTS), 'utf8').trim().split('\n'))
  .map((line): Covered => JSON.parse(line));
const calls = Map.groupBy(covered, ({ client, version, isReplayed }) =>
  isReplayed ? `${client} (${version}), replayed` : `\`${client}\` ${version}`,
);
const rows = [...calls]
  .map(
    ([client, all]) => `| ${client} | ${[...new Set(all.map(({ call }) => call))].toSorted().join('; ')} |`,
  )
  .toSorted();
const table = ['', '| client | calls that the tests make |', '|---|---|', ...rows, ''].join('\n');

const page = readFileSync(PAGE, 'utf8');
const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
if (from < 0 || to < from) throw new Error('docs/clients.md has no place for the table');
if (rows.length > 0)
  writeFileSync(PAGE, `${page.slice(0, from + BEGIN.length)}\n${table}\n${page.slice(to)}`);
rmSync(RESULTS, { recursive: true, force: true });
