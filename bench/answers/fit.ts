// Fits the model that ranks sentences as answers: `node bench/answers/fit.ts --data FOLDER --out
// src/lib/passages/answer-model.json`. The sets are those of bench -- answers, and the questions to the
// demo that may be fitted on. `--left-out FOLDER` also writes a model without each set (rtqa and rtqa2
// together) as `FOLDER/NAME.json`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toCandidates } from '../../src/lib/passages/candidate.ts';
import { FEATURES, featuresOf } from '../../src/lib/passages/features.ts';
import type { SelectedSource } from '../../src/lib/passages/index.ts';
import { toQuestionTerms } from '../../src/lib/passages/question-terms.ts';
import { holds } from '../select/judge.ts';
import { readQuestionSets } from '../select/question-sets.ts';
import { selectSources } from '../select/with-product.ts';
import { BASE, BINS, type Branch, boostLists, type List } from './boost-lists.ts';
import { readDemoQuestions } from './demo-questions.ts';
import { groupOf } from './left-out.ts';
import { readSearchQuestions } from './search-questions.ts';

const SETS = ['rtqa', 'rtqa2', 'covidqa', 'hotpot', 'nqpages', 'xquad', 'jsquad'];
const GROWING = {
  trees: 250,
  leaves: 8,
  rate: 0.06,
  minCurvature: 8,
  caution: 3,
  featureShare: 0.6,
  listShare: 0.7,
};
/** A set of this many questions weighs as much as its questions; weights grow with the square root. */
const USUAL_QUESTIONS = 300;
const SOURCE_TOKENS = 2_000;
const MAX_SOURCES = 10;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    out: { type: 'string', default: '' },
    'left-out': { type: 'string', default: '' },
  },
});

const features: Float64Array[] = [];
const isAnswer: number[] = [];
const lists: (List & { readonly set: string })[] = [];

/** Adds a question twice: with all passages, and without those that contain the answer. */
function add(
  set: string,
  question: string,
  sources: readonly SelectedSource[],
  answers: (text: string) => boolean,
  weight: number,
) {
  const without = sources.flatMap((source) => {
    const passages = source.passages.filter(({ text }) => !answers(text));
    return passages.length === 0 ? [] : { ...source, passages };
  });
  const isThere = sources.some(({ passages }) => passages.some(({ text }) => answers(text)));
  for (const version of isThere ? [sources, without] : [sources]) {
    const asked = toQuestionTerms(question);
    const candidates = toCandidates(asked, version);
    const from = features.length;
    features.push(...featuresOf(asked, candidates));
    isAnswer.push(...candidates.map(({ text }) => Number(answers(text))));
    if (candidates.length > 0) lists.push({ set, from, to: features.length, weight });
  }
}

const sets = readQuestionSets(values.data, SETS, 1);
sets.push(readSearchQuestions(values.data, 1));
for (const { name, questions } of sets) {
  const usable = questions.filter(({ answers }) => answers.length > 0);
  for (const asked of usable) {
    const sources = await selectSources(asked, MAX_SOURCES, SOURCE_TOKENS);
    const answers = (text: string) => asked.answers.some((answer) => holds(text, answer, asked.lang));
    add(groupOf(name), asked.question, sources, answers, Math.sqrt(USUAL_QUESTIONS / usable.length));
  }
  console.log(name, usable.length);
}
const demoQuestions = await readDemoQuestions();
for (const { question, accept, sources } of demoQuestions) {
  const patterns = accept.map((pattern) => new RegExp(pattern, 'i'));
  const answers = (text: string) => patterns.some((pattern) => pattern.test(text));
  add('demo', question, sources, answers, Math.sqrt(USUAL_QUESTIONS / demoQuestions.length));
}
console.log('demo', demoQuestions.length);

const limits = FEATURES.map((_, feature) => limitsOf(feature));
const bins = new Uint8Array(features.length * FEATURES.length);
for (const [row, values] of features.entries())
  for (const [feature, own] of limits.entries())
    bins[row * FEATURES.length + feature] = own.filter((limit) => (values[feature] ?? 0) > limit).length;
const rows = { bins, features: FEATURES.length, isAnswer: Uint8Array.from(isAnswer) };
writeFileSync(values.out, fitWithout(''));
if (values['left-out'] !== '')
  for (const name of new Set(lists.map(({ set }) => set)))
    writeFileSync(join(values['left-out'], `${name}.json`), fitWithout(name));

/** The model of all sets but one, as text. */
function fitWithout(name: string): string {
  const used = lists.filter(({ set }) => set !== name);
  const trees = boostLists(rows, used, GROWING).map((tree) => JSON.stringify(toFlat(tree)));
  const head = `{\n"features": ${JSON.stringify(FEATURES)},\n"base": ${BASE},`;
  const text = `${head}\n"trees": [\n${trees.join(',\n')}\n]\n}\n`;
  console.log(`without "${name}": ${used.length} lists, ${text.length} characters`);
  return text;
}

/** Limits between bins with about the same number of sentences. */
function limitsOf(feature: number): number[] {
  const step = Math.max(1, Math.floor(features.length / 20_000));
  const sorted = features
    .filter((_, at) => at % step === 0)
    .map((row) => row[feature] ?? 0)
    .sort((a, b) => a - b);
  const chosen = Array.from(
    { length: BINS - 1 },
    (_, at) => sorted[Math.floor(((at + 1) * sorted.length) / BINS)] ?? 0,
  );
  return [...new Set(chosen.map((limit) => Number(limit.toPrecision(4))))].sort((a, b) => a - b);
}

/** A tree as `model.ts` reads it. */
function toFlat(node: Branch): number[] {
  if ('value' in node) return [-1, Number(node.value.toPrecision(3)), 0];
  const left = toFlat(node.left);
  const limit = limits[node.feature]?.[node.limit] ?? Number.MAX_VALUE;
  return [node.feature, limit, 1 + left.length / 3, ...left, ...toFlat(node.right)];
}
