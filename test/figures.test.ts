import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isSameFigure, type Recorded, readFigures } from '../docs/figures.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** What the commands that measure printed, by command; `npm run docs:figures -- COMMAND` writes it. */
const recorded = JSON.parse(read('docs/figures.json')) as Readonly<Record<string, Recorded>>;
/**
 * The figures that nobody measures, by page: a limit as `FILE: TEXT`, which the file must contain, or the
 * words `example` or `not ours` (of other software) and a reason.
 */
const limits = JSON.parse(read('docs/limits.json')) as Readonly<Record<string, Record<string, string>>>;
/** Decisions and records of experiments tell what was measured on their day. */
const pages = globSync('{README.md,docs/*.md}', { cwd: root }).sort();

/** A paragraph, a list item or a row, with the commands that measure its figures. */
type Passage = { readonly text: string; readonly commands: readonly string[] };

function passagesOf(page: string): readonly Passage[] {
  const text = read(page).replace(/^ *```[\s\S]*?^ *```/gm, '');
  return text.split(/^(?=#+ )/m).flatMap((section) => {
    let ofRowAbove: readonly string[] = [];
    return section.split(/\n\s*\n|\n(?=\||- )/).map((passage) => {
      const named = commandsIn(passage);
      const own = named.length === 0 && /\| the same/.test(passage) ? ofRowAbove : named;
      ofRowAbove = own;
      return { text: passage, commands: own.length > 0 ? own : commandsIn(section) };
    });
  });
}

function commandsIn(text: string): readonly string[] {
  const names = text.match(/(?:bench|fuzz|test):[\w-]+|npm run structure|\S+\.test\.[jt]s/g) ?? [];
  return names.map((name) => name.replace(/^npm run |^`/g, '')).filter((name) => name in recorded);
}

const figuresOf = new Map(
  Object.entries(recorded).map(([command, { lines }]) => [
    command,
    lines.flatMap((line) => readFigures(line)),
  ]),
);

/** The figures that these commands printed, and those of notes; without commands, those of all. */
function printedBy(commands: readonly string[]) {
  const isNamed = (key: string) => key === 'notes' || commands.includes(key.split(' ', 1)[0] ?? '');
  const keys = [...figuresOf.keys()].filter((key) => commands.length === 0 || isNamed(key));
  return keys.flatMap((key) => figuresOf.get(key) ?? []);
}

test('every figure of the documents was printed by a command, or is a limit or an example', () => {
  const unknown = pages.flatMap((page) =>
    passagesOf(page).flatMap(({ text, commands }) => {
      const printed = printedBy(commands);
      return readFigures(withoutCode(text))
        .filter(({ written }) => limits[page]?.[written] === undefined)
        .filter((figure) => !printed.some((one) => isSameFigure(figure, one)))
        .map(({ written, value, unit }) => `${page}: ${written} (${value} ${unit}) ${commands.join(', ')}`);
    }),
  );
  assert.deepEqual([...new Set(unknown)], []);
});

test('every limit of the list is in the code and in the documents, and every example has a reason', () => {
  const wrong = Object.entries(limits).flatMap(([page, figures]) =>
    Object.entries(figures)
      .filter(([written, source]) => !isStated(page, written) || !isTrue(source))
      .map(([written, source]) => `${page}: ${written}: ${source}`),
  );
  assert.deepEqual(wrong, []);
});

test('a figure that a command prints anew is not the one of a document any more', () => {
  const [now, before] = ['| first words | +64.3 ms |', '83 ms'].flatMap((line) => readFigures(line));
  const [written] = readFigures('64 ms');
  assert.ok(now !== undefined && before !== undefined && written !== undefined);
  assert.ok(isSameFigure(written, now));
  assert.ok(!isSameFigure(before, now));
});

/** Code is an example of what to type; comments are not read by anybody. */
function withoutCode(text: string): string {
  return text.replace(/<!--[\s\S]*?-->/g, '').replace(/(`+)(?!`)[^`]*?\1(?!`)/g, '`');
}

function isStated(page: string, written: string): boolean {
  return passagesOf(page).some(({ text }) => readFigures(text).some((figure) => figure.written === written));
}

function isTrue(source: string): boolean {
  if (/^(?:example|not ours): \S+/.test(source)) return true;
  const [, file = '', text = ''] = /^(\S+): (.+)$/.exec(source) ?? [];
  return existsSync(join(root, file)) && text !== '' && read(file).includes(text);
}
