import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { ask } from './ask.ts';
import { startKiwix, startSearx } from './backends.ts';
import { readFacts } from './facts.ts';
import { inParallel } from './in-parallel.ts';
import { type Judgement, judge } from './judgement.ts';

const PAGE_GOAL = 660;
const ANSWER_GOAL = 600;
const AT_A_TIME = 4;
const MAX_EXAMPLES = 5;

const facts = readFacts();

test('the tables of Debian make 338 pages and 676 questions', () => {
  assert.equal(facts.pages.length, 338);
  assert.equal(facts.questions.length, 676);
});

test(`of 676 questions to searx in front of Kiwix, ${PAGE_GOAL} find their page and ${ANSWER_GOAL} their answer`, async (t) => {
  await using kiwix = await startKiwix(facts.pages);
  await using searx = await startSearx(kiwix.url);
  await answersAll(t, { SEARCH_PRIMARY_URL: searx.url });
});

test(`of 676 questions to Kiwix itself, ${PAGE_GOAL} find their page and ${ANSWER_GOAL} their answer`, async (t) => {
  await using kiwix = await startKiwix(facts.pages);
  const url = `${kiwix.url}/content/facts`;
  await answersAll(t, { SEARCH_PRIMARY_KIND: 'kiwix', SEARCH_PRIMARY_URL: url });
});

/** Asks all questions of a service with these settings; fails when too few are answered. */
async function answersAll(t: TestContext, settings: Readonly<Record<string, string>>): Promise<void> {
  await using service = await startTestService({ ...settings, MODEL_PROVIDER: 'extractive' });
  const startedAt = performance.now();
  const judgements = await inParallel(facts.questions, AT_A_TIME, async (asked) =>
    judge(asked, await ask(service.url, asked.question)),
  );
  const seconds = (performance.now() - startedAt) / 1000;

  const withPage = judgements.filter(({ hasPage }) => hasPage).length;
  const withAnswer = judgements.filter(({ hasAnswer }) => hasAnswer).length;
  const leading = judgements.filter(({ leadsWithAnswer }) => leadsWithAnswer).length;
  t.diagnostic(
    `${judgements.length} questions: right page among the sources ${withPage}, right answer in the answer ${withAnswer} ` +
      `(${leading} in its first paragraph), ${seconds.toFixed(1)} s, ${AT_A_TIME} at a time`,
  );
  tellMisses(t, judgements);
  assert.ok(withPage >= PAGE_GOAL, `${withPage} right pages`);
  assert.ok(withAnswer >= ANSWER_GOAL, `${withAnswer} right answers`);
}

/** Every class of misses, kind of question by where it was lost, with some of its questions. */
function tellMisses(t: TestContext, judgements: readonly Judgement[]): void {
  const misses = judgements.filter(({ verdict }) => verdict !== 'answered');
  const classes = Map.groupBy(misses, ({ asked, verdict }) => `${asked.kind}: ${verdict}`);
  for (const [name, members] of [...classes].sort(([, a], [, b]) => b.length - a.length)) {
    t.diagnostic(`missed: ${members.length} x ${name}`);
    for (const { asked, reply } of members.slice(0, MAX_EXAMPLES)) {
      const { answer, error } = { answer: '', ...reply.body };
      t.diagnostic(
        `    ${asked.question} (${asked.answer}, ${asked.page}) -> ${answer || (error ?? 'nothing')}`,
      );
    }
  }
}
