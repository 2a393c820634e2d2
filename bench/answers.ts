// How often the passages that Sayso shows without a model contain the answer: `npm run bench -- answers --data
// FOLDER`, with the folder and the options `--set` and `--step` of `bench -- select`. Sources are selected as for a
// model (ten pages, 2,000 tokens). "overlap": the three sentences that share most words with the question.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Source } from '../src/core/source.ts';
import { choosePassages } from '../src/write/choose-passages.ts';
import { holds } from './select/holds.ts';
import { plainSentences, plainTerms } from './select/plain-words.ts';
import { selectSources } from './select/product.ts';
import { readQuestionSets, type SetQuestion } from './select/question-sets.ts';

const SOURCE_TOKENS = 2_000;
const SHOWN = 3;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    set: { type: 'string', multiple: true, default: [] },
    step: { type: 'string', default: '1' },
  },
});
const sets = existsSync(values.data) ? readQuestionSets(values.data, values.set, Number(values.step)) : [];
if (sets.length === 0) {
  console.error('No data: give --data with the folder that contains rtqa/ and selection/.');
  process.exit(2);
}

/** The three sentences that have the most words of the question. */
function quoteByOverlap({ question, lang }: SetQuestion, sources: readonly Source[]): string[] {
  const asked = new Set(plainTerms(question, lang));
  const texts = sources.flatMap(({ passages }) => passages.flatMap(({ text }) => plainSentences(text)));
  return [...new Set(texts)]
    .map((text) => ({ text, shared: asked.intersection(new Set(plainTerms(text, lang))).size }))
    .sort((one, other) => other.shared - one.shared)
    .slice(0, SHOWN)
    .map(({ text }) => text);
}

console.log(
  '| set | questions | in the sources | first | first two | three | overlap |\n|---|---|---|---|---|---|---|',
);
for (const { name, questions } of sets) {
  const found = { sources: 0, places: Array.from({ length: SHOWN }, () => 0), overlap: 0 };
  for (const asked of questions) {
    const sources = await selectSources(asked, SOURCE_TOKENS);
    const isAnswer = (text: string) => asked.answers.some((answer) => holds(text, answer, asked.lang));
    const place = choosePassages(asked.question, sources).passages.findIndex(({ text }) => isAnswer(text));
    found.sources += Number(sources.some(({ passages }) => passages.some(({ text }) => isAnswer(text))));
    found.places = found.places.map((count, at) => count + Number(place >= 0 && place <= at));
    found.overlap += Number(quoteByOverlap(asked, sources).some(isAnswer));
  }
  const shares = [found.sources, ...found.places, found.overlap].map((count) =>
    ((100 * count) / questions.length).toFixed(1),
  );
  console.log(`| ${[name, questions.length, ...shares].join(' | ')} |`);
}
