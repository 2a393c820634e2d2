// Figures about the structure of the code: `npm run bench -- structure`. `--list NAME` lists what a figure counts,
// `--static` leaves out figures that need a running service (which in turn needs `npm run build`).
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { countTree, type StructureFigure } from './structure/count-tree.ts';
import type { Executed } from './structure/executed.ts';
import { watchOneQuestion } from './structure/one-question.ts';
import { printLines } from './table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function countQuestion(executed: readonly Executed[]): readonly StructureFigure[] {
  const files = [...Map.groupBy(executed, ({ file }) => file)];
  return [
    {
      name: 'executed-files',
      about: 'files executed for one POST /api/ask',
      now: files.length,
      goal: 110,
      list: files.map(([file, functions]) => `${file}: ${functions.length} functions`),
    },
    {
      name: 'executed-functions',
      about: 'functions executed for one POST /api/ask',
      now: executed.length,
      goal: 450,
      list: executed.map(({ file, name, calls }) => `${file} ${name}: ${calls} calls`),
    },
  ];
}

function toLine({ name, about, now, goal }: StructureFigure) {
  const show = (value: number) => value.toLocaleString('en');
  return { name: `${about} (${name})`, value: show(now), goal: show(goal), isMet: now <= goal };
}

const { values } = parseArgs({ options: { list: { type: 'string' }, static: { type: 'boolean' } } });
const figures = [...countTree(root)];
if (values.static !== true) figures.push(...countQuestion(await watchOneQuestion(root)));
if (values.list === undefined) printLines(figures.map(toLine));
else
  console.log(
    figures.find(({ name }) => name === values.list)?.list.join('\n') ?? 'There is no such figure.',
  );
process.exit(0);
