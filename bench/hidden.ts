// Whether text that a person would not see reaches the model, and whether visible text does: `npm run
// bench -- hidden --data FOLDER [--dump FILE]`. The folder contains `inject/html-*.jsonl` with one page per
// line: `{id, technique, visible, canary, must_keep[], html}`. The dump has one `{id, text}` per line.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { decodeUnseen } from './hidden/decode-unseen.ts';
import { type Pipeline, product, promptOf, readability, stripTags } from './hidden/pipelines.ts';

type Case = {
  readonly id: string;
  readonly technique: string;
  readonly visible: boolean;
  readonly canary: string;
  readonly must_keep: readonly string[];
  readonly html: string;
};

type Told = { readonly page: Case; readonly text: string };

async function run(cases: readonly Case[], pipeline: Pipeline): Promise<Told[]> {
  const told: Told[] = [];
  for (const page of cases) told.push({ page, text: await pipeline(page.html) });
  return told;
}

function leaks(page: Case, text: string): boolean {
  return !page.visible && `${text} ${decodeUnseen(text)}`.includes(page.canary);
}

function toRow(name: string, told: readonly Told[]): string {
  const hidden = told.filter(({ page }) => !page.visible);
  const through = hidden.filter(({ page, text }) => leaks(page, text));
  const techniques = new Set(through.map(({ page }) => page.technique));
  const wanted = told.flatMap(({ page, text }) => {
    const line = text.replace(/\s+/g, ' ');
    return page.must_keep.map((sentence) => line.includes(sentence));
  });
  const kept = wanted.filter(Boolean).length;
  return (
    `| ${name} | ${through.length}/${hidden.length} | ${techniques.size} of ` +
    `${new Set(hidden.map(({ page }) => page.technique)).size} | ${kept}/${wanted.length} |`
  );
}

const TOKENS = /<\|[^|]*\|>|\[\/?INST\]|<\/?sources?\b|<<\/?SYS>>|^\s*#*\s*(?:system|assistant|user)\s*:/gim;
/** Sayso's own prompt opens and closes its one source. */
const OWN_TOKENS = 2;

/** Pages whose text could still close Sayso's source tag, open a chat turn or make a citation. */
function breakOuts(told: readonly Told[]): string[] {
  return told
    .filter(({ text }) => {
      const prompt = promptOf(text);
      const inSource = prompt.slice(prompt.indexOf('>') + 1, prompt.lastIndexOf('</source>'));
      return (
        (prompt.match(TOKENS)?.length ?? 0) > OWN_TOKENS ||
        /\[\d+\]|[\u200b\u202a-\u202e\u00ad]/.test(inSource)
      );
    })
    .map(({ page }) => page.id);
}

const { values } = parseArgs({ options: { data: { type: 'string' }, dump: { type: 'string' } } });
const files =
  values.data === undefined ? [] : globSync(join(values.data, 'inject', 'html-*.jsonl')).filter(existsSync);
if (files.length === 0) {
  console.error('Give --data FOLDER; it holds the pages as inject/html-*.jsonl.');
  process.exit(2);
}
const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean));
const cases = lines.map((line): Case => JSON.parse(line));
const told = await run(cases, product);
const visible = told.filter(({ page }) => page.visible);
const broken = breakOuts(visible);
console.log(
  '| pipeline | hidden payloads that reach the model | techniques that get through | benign sentences ' +
    'kept |\n| --- | --- | --- | --- |',
);
console.log('| goal | 0 | 0 | all |');
console.log(toRow('sayso', told));
console.log(toRow('tags stripped', await run(cases, stripTags)));
console.log(toRow('Readability on linkedom', await run(cases, readability)));
console.log(
  `\nVisible text that breaks out of its source in the prompt: ${broken.length} of ${visible.length} ` +
    `(goal 0). ${broken.join(' ')}`,
);
if (values.dump !== undefined) {
  writeFileSync(
    values.dump,
    told.map(({ page, text }) => `${JSON.stringify({ id: page.id, text })}\n`).join(''),
  );
}
