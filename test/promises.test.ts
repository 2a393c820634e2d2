import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/**
 * The pages in which every statement names its evidence, in comments that readers do not see: `<!-- test:
 * FILE › NAME -->` for a promise, `<!-- measured: npm run SCRIPT -->` for a figure, and `<!-- no promise -->`
 * for advice, instructions and facts about other software. A comment on a line above a paragraph, list or
 * table applies to all of it; otherwise each item and each row has its own.
 */
const PAGES = ['SECURITY.md', 'docs/operate.md', 'docs/voice.md', 'docs/scale.md'];
const COMMENT = /<!--\s*(.*?)\s*-->/g;
const ONLY_COMMENTS = /^(?:<!--.*?-->\s*)+$/;

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Record<string, string> };

/** One paragraph, list item or table row, with its comments. */
type Statement = { readonly text: string; readonly comments: readonly string[] };

function statementsOf(page: string): readonly Statement[] {
  const text = read(page).replace(/^```[\s\S]*?^```$/gm, '');
  return text.split(/\n\s*\n/).flatMap((block) => {
    const lines = block.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
    const above = lines.filter((line) => ONLY_COMMENTS.test(line));
    const rest = lines.filter((line) => !ONLY_COMMENTS.test(line));
    return partsOf(rest).map((part) => ({ text: part, comments: commentsIn([...above, part].join('\n')) }));
  });
}

function partsOf(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  // The first two lines of a table are its header.
  if (lines[0]?.startsWith('|') === true) return lines.slice(2);
  const parts: string[] = [];
  for (const line of lines) {
    if (parts.length === 0 || /^(?:-|\d+\.) /.test(line)) parts.push(line);
    else parts.push(`${parts.pop()}\n${line}`);
  }
  return parts;
}

function commentsIn(text: string): readonly string[] {
  return [...text.matchAll(COMMENT)].map(([, comment = '']) => comment);
}

/** The mistake in a comment; null if there is none. */
function faultOf(comment: string): string | null {
  if (comment === 'no promise') return null;
  const [, script, bench] = /^measured: npm run ([\w:]+)(?: -- ([\w-]+))?$/.exec(comment) ?? [];
  if (script !== undefined && !(script in scripts)) return `there is no script ${script}`;
  if (bench !== undefined && !existsSync(join(root, 'bench', `${bench}.ts`)))
    return `there is no bench ${bench}`;
  if (script !== undefined) return null;
  const [, file = '', name = ''] = /^test: (\S+) › (.+)$/s.exec(comment) ?? [];
  if (file === '') return `"${comment}" is not one of the three forms`;
  if (!existsSync(join(root, file))) return `${file} does not exist`;
  return hasTest(file, name) ? null : `${file} has no test "${name}"`;
}

function hasTest(file: string, name: string): boolean {
  const source = read(file).replaceAll("\\'", "'");
  return ["'", '"', '`'].some((quote) =>
    new RegExp(String.raw`\b(?:test|it)\(\s*${RegExp.escape(quote + name + quote)}`).test(source),
  );
}

for (const page of PAGES)
  test(`every statement of ${page} names the test that holds it`, () => {
    const statements = statementsOf(page);
    assert.ok(statements.length > 5);
    const unnamed = statements.filter(({ comments }) => comments.length === 0).map(({ text }) => text);
    assert.deepEqual(unnamed, []);
    const faults = statements.flatMap(({ comments }) => comments.flatMap((one) => faultOf(one) ?? []));
    assert.deepEqual([...new Set(faults)], []);
  });
