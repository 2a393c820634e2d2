import { isStopWord } from '../text/words.ts';
import type { Candidate } from './candidate.ts';
import { isDefinition } from './definition.ts';
import { expectedEntities, hasReason, hasUnit } from './entities.ts';
import * as form from './form.ts';
import type { ExpectedAnswerType } from './kind.ts';
import { longestRun, pairProximity, sameWords, shareOf } from './overlap.ts';
import { type PlacedSentence, toPlacedSentences } from './placed-sentence.ts';
import type { QuestionTerms } from './question-terms.ts';

/** The place of a source beyond which the order of the engine says nothing. */
const LAST_PLACE = 8;

/**
 * What the model knows of a sentence. Shares are by weight (`Weighing`). Counts of all sentences and sources
 * are left out, because they tell the data sets apart.
 */
const MEASURES: Readonly<Record<string, (sentence: PlacedSentence) => number>> = {
  own: ({ own }) => own,
  ownToBest: ({ own, bestOwn }) => own / bestOwn,
  rank: ({ rank }) => Math.log1p(rank),
  sameWords: ({ asked, candidate }) => sameWords(asked, candidate, false),
  sameWordsAll: ({ asked, candidate }) => sameWords(asked, candidate, true),
  known: ({ weighing, candidate }) => weighing.shareIn(candidate.own, candidate.title, candidate.heading),
  beside: ({ weighing, candidate, beside }) =>
    weighing.shareIn(candidate.own, candidate.title, candidate.heading, ...beside),
  around: ({ around }) => around,
  inTitle: ({ weighing, candidate }) => weighing.shareIn(candidate.title),
  inHeading: ({ weighing, candidate }) => weighing.shareIn(candidate.heading),
  titleFit: ({ candidate }) =>
    candidate.title.reduce((sum, each) => sum + each, 0) / Math.max(1, candidate.title.length),
  subjectAsked: ({ candidate }) => candidate.subjectAsked,
  inSource: ({ inSource }) => inSource,
  inSourceToBest: ({ inSource, bestSource }) => inSource / bestSource,
  missing: ({ weighing, candidate }) => weighing.missingIn(candidate.own, candidate.title, candidate.heading),
  namesOwn: ({ asked, candidate }) => shareOf(asked.nameTerms, candidate.own),
  namesKnown: ({ asked, candidate }) =>
    shareOf(asked.nameTerms, candidate.own, candidate.title, candidate.heading),
  namesAnywhere: ({ asked, anywhere }) => shareOf(asked.nameTerms, anywhere),
  numbersKnown: ({ asked, candidate }) => shareOf(asked.numberTerms, candidate.own, candidate.title),
  pairs: ({ asked, candidate }) => pairProximity(asked, candidate),
  run: ({ candidate }) => longestRun(candidate),
  firstTerm: ({ candidate }) => firstTermOf(candidate),
  focus: ({ asked, candidate }) => candidate.own[asked.order[0] ?? 0] ?? 0,
  opening: ({ candidate }) => candidate.terms.slice(0, OPENING_WORDS).filter((term) => term >= 0).length,
  names: ({ entities }) => entities.names.length,
  numbers: ({ entities }) => entities.numbers.length,
  dates: ({ entities }) => entities.dates.length,
  hasUnit: ({ candidate, entities }) => Number(entities.numbers.length > 0 && hasUnit(candidate.text)),
  hasReason: ({ candidate }) => Number(hasReason(candidate.text, candidate.words)),
  vote: ({ vote }) => vote.all,
  voteToBest: ({ vote }) => vote.toBest,
  voteRank: ({ vote }) => vote.rank,
  voteHere: ({ vote }) => vote.here,
  link: ({ link }) => link,
  asksDate: ({ asked }) => isOf(asked, 'date'),
  asksNumber: ({ asked }) => isOf(asked, 'number'),
  asksName: ({ asked }) => isOf(asked, 'name', 'person', 'place'),
  asksReason: ({ asked }) => isOf(asked, 'reason'),
  asksManner: ({ asked }) => isOf(asked, 'manner'),
  asksYesOrNo: ({ asked }) => isOf(asked, 'yesno'),
  asksPerson: ({ asked }) => isOf(asked, 'person'),
  asksPlace: ({ asked }) => isOf(asked, 'place'),
  asksWhich: ({ asked }) => isOf(asked, 'which'),
  before: ({ before }) => before,
  after: ({ after }) => after,
  asking: ({ asked, candidate }) => shareOf(asked.asking, candidate.own),
  askingKnown: ({ asked, candidate, beside }) =>
    shareOf(asked.asking, candidate.own, candidate.title, candidate.heading, ...beside),
  grams: ({ grams }) => grams,
  gramsToBest: ({ grams, bestGrams }) => grams / bestGrams,
  gramsWithBefore: ({ gramsWithBefore }) => gramsWithBefore,
  wanted: ({ asked, entities }) => expectedEntities(entities, asked.kind).length,
  length: ({ candidate }) => candidate.words.length,
  // News are words that the question does not have.
  newsShare: ({ asked, candidate }) =>
    candidate.words.filter((word) => !asked.words.has(word)).length / Math.max(1, candidate.words.length),
  opensWith: ({ candidate }) => openingShare(candidate),
  questionTerms: ({ asked }) => Math.min(12, asked.terms.count),
  place: ({ candidate }) => candidate.place,
  sourcePlace: ({ sourcePlace }) => Math.min(LAST_PLACE, sourcePlace),
  isQuestion: ({ candidate }) => Number(form.isQuestion(candidate.text)),
  isUnfinished: ({ candidate }) => Number(form.isUnfinished(candidate.text)),
  isCutOff: ({ candidate }) => Number(form.isCutOff(candidate.text)),
  isPronoun: ({ candidate }) => Number(form.isPronoun(candidate.words[0] ?? '')),
  defines: ({ candidate }) => Number(form.definesSomething(candidate.text)),
  definesSubject: ({ asked, candidate }) =>
    Number(candidate.subjectAsked > 0 && isDefinition(candidate.words, candidate.terms, asked.terms.count)),
  acronyms: ({ asked, candidate }) => acronymsIn(asked, candidate),
  opensWithAll: ({ candidate }) => Number(openingShare(candidate) === 1) * (1 + candidate.subjectAsked),
  signs: ({ candidate }) => form.shareOfSigns(candidate.text),
  capitals: ({ candidate }) => form.countCapitals(candidate.text) / Math.max(1, candidate.words.length),
  news: ({ asked, candidate }) =>
    new Set(candidate.words.filter((word) => !asked.words.has(word) && !isStopWord(word))).size,
};

const OPENING_WORDS = 6;

/** The names of the features, in the order in which `featuresOf` gives them. */
export const FEATURES: readonly string[] = Object.keys(MEASURES);

/** The features of each sentence. */
export function featuresOf(asked: QuestionTerms, candidates: readonly Candidate[]): Float64Array[] {
  const measures = Object.values(MEASURES);
  return toPlacedSentences(asked, candidates).map((sentence) =>
    Float64Array.from(measures, (measure) => measure(sentence)),
  );
}

function isOf({ kind }: QuestionTerms, ...kinds: readonly ExpectedAnswerType[]): number {
  return Number(kinds.includes(kind));
}

/** Where the first term stands, 0 to 1. */
function firstTermOf({ terms }: Candidate): number {
  const at = terms.findIndex((term) => term >= 0);
  return at < 0 ? 1 : at / terms.length;
}

/** The share of the question's acronyms that a sentence or its title has; -1 if there are none. */
function acronymsIn({ acronyms }: QuestionTerms, { words, subject }: Candidate): number {
  if (acronyms.length === 0) return -1;
  const known = [...words, ...subject.split(' ')];
  return acronyms.filter((name) => known.includes(name)).length / acronyms.length;
}

/** The share of the question's terms among as many content words at the beginning. */
function openingShare({ words, terms, own }: Candidate): number {
  const content = terms.filter((_, at) => !isStopWord(words[at] ?? '')).slice(0, own.length);
  return new Set(content.filter((term) => term >= 0)).size / Math.max(1, own.length);
}
