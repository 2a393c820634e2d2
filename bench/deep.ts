// How many of the pages that an answer needs are found by deep and by quick answers: `npm run bench -- deep
// --data FOLDER`, where FOLDER contains `selection/hotpot*.jsonl.gz`. All pages of all questions form one
// collection. No model is called: plan and gaps come from the product's own rules, which see only the
// question and the findings so far. The rules were chosen on the questions with even positions; the gain is
// also reported for the others alone, with its 95 % interval.
//
//   --step N    only every Nth question
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDeepGather } from '../src/answer/gather/deep.ts';
import { createQuickGather } from '../src/answer/gather/quick.ts';
import type { Gather, GatherDeps } from '../src/answer/steps.ts';
import { startBudget } from '../src/core/budget.ts';
import { startDeadline } from '../src/core/deadline.ts';
import type { Evidence } from '../src/core/events.ts';
import { DEFAULT_SOURCES } from '../src/core/question.ts';
import { ANY_SCOPE } from '../src/core/scope.ts';
import { createCollection } from '../src/documents/collection.ts';
import { indexCollection } from '../src/documents/write-collection.ts';
import { select } from '../src/lib/passages/index.ts';
import { estimateTokens } from '../src/lib/text/tokens.ts';
import { researcherByRules } from '../src/write/research/create-researcher.ts';
import { openDeepMemory } from './open-deep-memory.ts';
import { bootstrap } from './select/bootstrap.ts';
import type { SetQuestion } from './select/question-set.ts';
import { readQuestionSets } from './select/question-sets.ts';
import { type Line, printLines } from './table.ts';

const { values } = parseArgs({
  options: { data: { type: 'string', default: '' }, step: { type: 'string', default: '1' } },
});
const questions = readQuestionSets(values.data, ['hotpot'], 1).flatMap((set) => set.questions);
if (questions.length === 0) {
  console.error('No data: --data names the folder that holds selection/hotpot*.jsonl.gz.');
  process.exit(2);
}

const { signal } = new AbortController();
const SOURCES = { usual: DEFAULT_SOURCES, deep: 10 } as const;
const BUDGETS = [1000, 2000, 4000];
const GAIN = 15;
const MOST_CPU_MS = 60;
const MOST_TOKENS = 15_000;
/** Five times the mean of news pages. */
const PAGE_CHARS = 40_000;

const folder = mkdtempSync(join(tmpdir(), 'sayso-deep-'));
const file = join(folder, 'pages.sqlite');
await indexCollection({ documents: questions.flatMap(({ pages }) => pages), file }, signal);
const collection = createCollection({ file });

const steps: GatherDeps = {
  readMessage: async ({ text }) => ({ query: text, isGuess: false, tokens: 0 }),
  async search(query, _budgetMs, aborted) {
    const outcome = await collection.search(query, aborted);
    return { outcome, engine: outcome.status === 'ok' ? 'engine_a' : 'none', trail: [] };
  },
  reading: null,
  select: (choice) => select(choice),
};
const quick = createQuickGather({ ...steps, reading: null });
const deep = createDeepGather({ ...steps, researcher: researcherByRules, maxTokens: MOST_TOKENS });

type Outcome = { readonly found: number; readonly tokens: number; readonly searches: number };

type Setup = { readonly gather: Gather; readonly maxSources: number; readonly tokens: number };

type Measured = Outcome & { readonly cpuMs: number; readonly outcomes: readonly Outcome[] };

async function measure(setup: Setup): Promise<Measured> {
  const outcomes: Outcome[] = [];
  const startedAt = process.cpuUsage();
  const asked = questions.filter((_, at) => at % Number(values.step) === 0);
  for (const each of asked) outcomes.push(outcomeOf(each, await evidenceFor(each, setup)));
  const { user, system } = process.cpuUsage(startedAt);
  const mean = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, outcome) => sum + of(outcome), 0) / outcomes.length;
  return {
    found: 100 * mean(({ found }) => found),
    tokens: mean(({ tokens }) => tokens),
    searches: mean(({ searches }) => searches),
    cpuMs: (user + system) / 1000 / outcomes.length,
    outcomes,
  };
}

async function evidenceFor(
  { question: text }: SetQuestion,
  { gather, maxSources, tokens }: Setup,
): Promise<Evidence> {
  using deadline = startDeadline(60_000, signal);
  const asked = {
    id: '',
    text,
    maxSources,
    scope: ANY_SCOPE,
    history: [],
    deadlineAtMs: performance.now() + 60_000,
  };
  const gathering = gather({ ...asked, depth: 'deep' }, startBudget(deadline, tokens), signal);
  for (let next = await gathering.next(); ; next = await gathering.next()) if (next.done) return next.value;
}

/** Whether the page of every supporting sentence is among the sources. */
function outcomeOf({ support, pages }: SetQuestion, { sources, searches }: Evidence): Outcome {
  const needed = support
    .flat()
    .flatMap((sentence) => pages.find(({ text }) => text.includes(sentence))?.url ?? []);
  const cited = new Set(sources.map(({ url }) => url));
  const texts = sources.flatMap(({ title, passages }) => [title, ...passages.map(({ text }) => text)]);
  return {
    found: needed.every((url) => cited.has(url)) ? 1 : 0,
    tokens: estimateTokens(texts.join('\n')),
    searches: searches.length,
  };
}

/** The gain for the questions with odd positions, in points. */
function gainLeftOut(before: Measured, after: Measured): string {
  const gains = after.outcomes.map(({ found }, at) => 100 * (found - (before.outcomes[at]?.found ?? 0)));
  const { mean, lower, upper } = bootstrap([gains.filter((_, at) => at % 2 === 1)]);
  return `${mean.toFixed(1)} points (${lower.toFixed(1)} to ${upper.toFixed(1)})`;
}

const lines: Line[] = [];
for (const tokens of BUDGETS) {
  const before = await measure({ gather: quick, maxSources: SOURCES.usual, tokens });
  const broad = await measure({ gather: quick, maxSources: SOURCES.deep, tokens });
  const after = await measure({ gather: deep, maxSources: SOURCES.deep, tokens });
  const gain = after.found - broad.found;
  const told = ({ found, tokens: used, searches }: Outcome) =>
    `${found.toFixed(1)} % (${used.toFixed(0)} tokens, ${searches.toFixed(1)} searches)`;
  lines.push(
    { name: `all supporting pages at ${tokens} tokens, quick`, value: told(before), goal: '', isMet: true },
    { name: `the same with ${SOURCES.deep} sources`, value: told(broad), goal: '', isMet: true },
    { name: `all supporting pages at ${tokens} tokens, deep`, value: told(after), goal: '', isMet: true },
    {
      name: `gain over a quick answer with the same number of sources, at ${tokens} tokens`,
      value: `${gain.toFixed(1)} points`,
      goal: `at least ${GAIN}`,
      isMet: gain >= GAIN,
    },
    {
      name: 'the same gain for the questions that were not used for tuning',
      value: gainLeftOut(broad, after),
      goal: '',
      isMet: true,
    },
    {
      name: `gain over a quick answer, at ${tokens} tokens, on those questions`,
      value: gainLeftOut(before, after),
      goal: '',
      isMet: true,
    },
    {
      name: `own CPU time at ${tokens} tokens, deep`,
      value: `${after.cpuMs.toFixed(1)} ms`,
      goal: `under ${MOST_CPU_MS} ms`,
      isMet: after.cpuMs < MOST_CPU_MS,
    },
  );
}

for (const count of [100, 200]) {
  const bytes = await openDeepMemory({ count, pageChars: PAGE_CHARS });
  lines.push({
    name: `memory of each of ${count} open deep answers with pages of ${PAGE_CHARS} characters`,
    value: `${(bytes / 1e6).toFixed(2)} MB`,
    goal: 'under 1 MB',
    isMet: bytes < 1e6,
  });
}

rmSync(folder, { recursive: true });
process.exitCode = printLines(lines) ? 0 : 1;
