import type { Mutant } from './find-mutants.ts';
import type { Outcome } from './try-mutant.ts';

/** A mutant and its outcome. */
export type Tried = { readonly mutant: Mutant; readonly outcome: Outcome };

/** The place of a mutant and its change, in one line. */
export function describe({ file, line, operator, was, is }: Mutant): string {
  return `${file}:${line} ${operator}: ${short(was)} -> ${short(is)}`;
}

/** The outcome in a few words, with the test file that decided it. */
export function verdict(outcome: Outcome): string {
  return outcome.kind === 'survived' ? 'survived' : `${outcome.kind} by ${outcome.by}`;
}

/** A table of the folders, then the mutants that survived. */
export function report(tried: readonly Tried[], folders: readonly string[]): string {
  const rows = folders.map((folder) =>
    rowOf(
      folder,
      tried.filter(({ mutant }) => mutant.folder === folder),
    ),
  );
  const survivors = tried.filter(({ outcome }) => outcome.kind === 'survived');
  return [
    '| folder | mutants | killed | of these by the time limit | survived | share killed |',
    '|---|---|---|---|---|---|',
    ...rows,
    rowOf('all', tried),
    '',
    `Survived: ${survivors.length}`,
    ...survivors.map(({ mutant }) => describe(mutant)).sort(),
  ].join('\n');
}

function rowOf(name: string, tried: readonly Tried[]): string {
  const late = tried.filter(({ outcome }) => outcome.kind === 'timeout').length;
  const survived = tried.filter(({ outcome }) => outcome.kind === 'survived').length;
  const killed = tried.length - survived;
  const share = tried.length === 0 ? '' : `${Math.round((100 * killed) / tried.length)} %`;
  return `| ${name} | ${tried.length} | ${killed} | ${late} | ${survived} | ${share} |`;
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 70 ? line : `${line.slice(0, 50)} … ${line.slice(-15)}`;
}
