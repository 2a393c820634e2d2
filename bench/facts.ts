// Whether the facts that people ask about reach the model: `npm run bench:facts -- --data FOLDER`. The folder
// contains `facts/facts.jsonl`, `{set, id, url, question, answers[], place}` per line, and the pages in
// `extraction/SET/pages.jsonl.gz`. For each question, the mock search finds its page second among ten, the
// others drawn with a seed; the service fetches them from a local server and sends its prompt to a mock model.
//
//   --plain      serves the whole body of each page as plain text, to measure the selection alone
//   --kept       only what the reader keeps, without the service
//   --budgets N  token budgets separated by commas; 1000,2000 by default
//   --excerpts   gives each result an excerpt: the description that its page states
//   --lost       lists the questions whose answer was lost, and where
//   --dump FILE  writes one `{set, id, text}` per line: what the reader keeps
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readContent } from '../src/read/content.ts';
import { asLine, type PageLine, toPageLines } from './facts/page-lines.ts';
import { type ServedPage, startUpstreams } from './facts/upstreams.ts';
import { readJsonLines, readPacked, writeJsonLines } from './json-lines.ts';
import { createRandom, type Random } from './random.ts';
import { untilListening } from './stage.ts';
import { startService, type Target } from './target.ts';

type Fact = {
  readonly set: string;
  readonly id: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly place: string;
};
type FactPage = ServedPage & {
  readonly key: string;
  readonly lines: readonly PageLine[];
  /** What the reader keeps, as `asLine` writes it. */
  readonly kept: string;
};
/** A question, and for each budget the passages of its page that reached the model. */
type Asked = {
  readonly fact: Fact;
  readonly page: FactPage;
  readonly passages: readonly (readonly string[])[];
};

const RESULTS = 10;
const SEED = 1;
/** How often the start of the service is awaited. */
const STARTS = 6;
const OWN_RANK = 1;
const never = new AbortController().signal;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    plain: { type: 'boolean', default: false },
    kept: { type: 'boolean', default: false },
    budgets: { type: 'string', default: '1000,2000' },
    excerpts: { type: 'boolean', default: false },
    lost: { type: 'boolean', default: false },
    dump: { type: 'string' },
  },
});
const keyOf = ({ set, id }: Pick<Fact, 'set' | 'id'>) => `${set}/${id}`;

async function toFactPage(key: string, html: string): Promise<FactPage> {
  const lines = toPageLines(html);
  const [type, body] = values.plain
    ? ['text/plain; charset=utf-8', lines.map(({ text }) => text).join('\n')]
    : ['text/html; charset=utf-8', html];
  const content = await readContent(Buffer.from(body), type, never);
  const description = /<meta[^>]{0,200}name=["']description["'][^>]{0,20}content=["']([^"'<>]{1,500})/i.exec(
    html,
  );
  return {
    key,
    title: /<title[^>]{0,200}>([^<]{1,300})/i.exec(html)?.[1]?.trim() ?? '',
    excerpt: values.excerpts ? (description?.[1] ?? '') : '',
    type,
    body,
    lines,
    kept: content.status === 'read' ? content.extracted.text : '',
  };
}

/** The page of the question second, and nine others that are drawn from all. */
function resultsFor(page: FactPage, pages: readonly FactPage[], random: Random): readonly FactPage[] {
  const left = pages.filter((other) => other !== page);
  const others = Array.from({ length: RESULTS - 1 }, () => left.splice(random.below(left.length), 1)).flat();
  return others.toSpliced(OWN_RANK, 0, page);
}

/** The passages of the source on the host of the question's page, each as `asLine` writes it. */
function passagesOf(prompt: string): readonly string[] {
  const block = new RegExp(
    `<source [^>]*host="127\\.0\\.0\\.${OWN_RANK + 1}"[^>]*>\\n([\\s\\S]*?)\\n</source>`,
  );
  return (block.exec(prompt)?.[1] ?? '').split('\n…\n').map(asLine);
}

/** Waits until the service answers, on a busy machine for longer than other benches do. */
async function untilUp({ url, child }: Target): Promise<void> {
  for (let left = STARTS; left > 0; left--) {
    const isUp = await untilListening(child, () => fetch(new URL('/health', url))).catch(() => null);
    if (isUp !== null) return;
  }
  throw new Error('The service does not start.');
}

async function askAll(facts: readonly Fact[], pages: readonly FactPage[], budget: string) {
  const upstreams = await startUpstreams(pages);
  const service = await startService(
    upstreams,
    {
      READ_PAGES: 'on',
      PAGE_ALLOW: '127.0.0.0/8',
      READ_TIMEOUT_MS: '20000',
      ANSWER_DEADLINE_MS: '60000',
      ANSWER_CACHE_SECONDS: '1',
      CONTEXT_TOKENS: budget,
    },
    'src/main.ts',
  );
  await untilUp(service);
  const random = createRandom(SEED);
  const passages: (readonly string[])[] = [];
  for (const fact of facts) {
    const page = pages.find(({ key }) => key === keyOf(fact));
    if (page === undefined) throw new Error(`There is no page ${keyOf(fact)}.`);
    upstreams.state.found = resultsFor(page, pages, random);
    upstreams.state.prompt = '';
    const reply = await fetch(service.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: fact.question }),
    });
    if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
    await reply.text();
    passages.push(passagesOf(upstreams.state.prompt));
  }
  await service.child.stop();
  upstreams.close();
  return passages;
}

const holds = (text: string, { answers }: Fact) => answers.some((answer) => text.includes(asLine(answer)));

/** Of the questions whose answer is in a passage and has a label on its page: is it in the same passage? */
function labelled(asked: readonly Asked[], at: number, kind: 'label' | 'heading') {
  return asked.flatMap(({ fact, page, passages }) => {
    const line = page.lines.find(({ text }) => holds(asLine(text), fact));
    const label = asLine(line?.[kind] ?? '');
    const own = (passages[at] ?? []).filter((passage) => holds(passage, fact));
    if (label === '' || own.length === 0 || fact.answers.some((answer) => label.includes(asLine(answer))))
      return [];
    return [
      { fact, isRight: own.some((passage) => passage.includes(label)), what: `without ${kind} "${label}"` },
    ];
  });
}

type Outcome = { readonly fact: Fact; readonly isRight: boolean; readonly what: string };

const share = (outcomes: readonly Outcome[]) => {
  const right = outcomes.filter(({ isRight }) => isRight).length;
  return outcomes.length === 0
    ? '–'
    : `${((100 * right) / outcomes.length).toFixed(1)} (${right}/${outcomes.length})`;
};

function print(columns: Readonly<Record<string, readonly Outcome[]>>, facts: readonly Fact[]): void {
  const names = Object.keys(columns);
  console.log(`| | ${names.join(' | ')} |\n|---|${names.map(() => '---|').join('')}`);
  const row = (name: string, isOf: (fact: Fact) => boolean) =>
    console.log(
      `| ${name} | ${names.map((each) => share((columns[each] ?? []).filter(({ fact }) => isOf(fact)))).join(' | ')} |`,
    );
  row('**all**', () => true);
  row('outside prose', ({ place }) => place !== 'prose');
  for (const name of ['place', 'set'] as const) {
    for (const value of [...new Set(facts.map((fact) => fact[name]))].sort())
      row(`${name} ${value}`, (fact) => fact[name] === value);
  }
}

const facts = readJsonLines<Fact>(join(values.data, 'facts', 'facts.jsonl'));
const wanted = new Set(facts.map(keyOf));
const pages: FactPage[] = [];
for (const set of new Set(facts.map((fact) => fact.set))) {
  for (const { id, html } of readPacked<{ id: string; html: string }>(
    join(values.data, 'extraction', set),
    'pages',
  ))
    if (wanted.has(keyOf({ set, id }))) pages.push(await toFactPage(keyOf({ set, id }), html));
}
const budgets = values.kept ? [] : values.budgets.split(',');
const byBudget: (readonly (readonly string[])[])[] = [];
for (const budget of budgets) byBudget.push(await askAll(facts, pages, budget));
const asked = facts.map((fact, at): Asked => {
  const page = pages.find(({ key }) => key === keyOf(fact));
  if (page === undefined) throw new Error(`There is no page ${keyOf(fact)}.`);
  return { fact, page, passages: byBudget.map((passages) => passages[at] ?? []) };
});
const columns: Record<string, readonly Outcome[]> = {
  'kept by the reader, %': asked.map(({ fact, page }) => ({
    fact,
    isRight: holds(asLine(page.kept), fact),
    what: 'not kept',
  })),
};
for (const [at, budget] of budgets.entries())
  columns[`in the prompt at ${budget} tokens`] = asked.map(({ fact, passages }) => ({
    fact,
    isRight: (passages[at] ?? []).some((passage) => holds(passage, fact)),
    what: `not in the prompt at ${budget}`,
  }));
const last = budgets.length - 1;
if (last >= 0) {
  columns[`with its row or term, at ${budgets[last]}`] = labelled(asked, last, 'label');
  columns[`with its heading, at ${budgets[last]}`] = labelled(asked, last, 'heading');
}
print(columns, facts);
const lengths = pages.map(({ kept }) => kept.length).sort((a, b) => a - b);
console.log(`\nCharacters kept of a page, median: ${lengths[lengths.length >> 1]}; pages: ${pages.length}`);
if (values.lost)
  for (const { fact, isRight, what } of Object.values(columns).flat())
    if (!isRight)
      console.log(`${what}: ${keyOf(fact)} [${fact.place}] ${fact.question} | ${fact.answers[0]}`);
writeJsonLines(
  values.dump ?? null,
  pages.map(({ key, kept }) => ({ set: key.replace(/\/.*/, ''), id: key.replace(/.*\//, ''), text: kept })),
);
