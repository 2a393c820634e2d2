import type { Question } from '../../core/terms.ts';
import { subjectTerms } from '../../core/title.ts';
import { isStopWord, stem, toWords } from '../../core/words.ts';
import type { WritingTask } from '../writer.ts';
import { createAsked } from './asked.ts';
import { type Candidate, toCandidates } from './candidates.ts';
import { isCode } from './code.ts';
import { definitions } from './definition.ts';
import { createEvidence, leastEvidence } from './evidence.ts';
import { LEAST_LEGIBLE } from './legibility.ts';
import { createSaidBefore } from './said-before.ts';
import { withSolution } from './solution.ts';

/** About 40 seconds of speech. The first quote is never left out. */
const MAX_WORDS = 85;
const MAX_QUOTES = 4;
const MAX_DEFINITIONS = 3;
const MAX_CLOSEST = 2;
/** A sentence that answers less than this share of what the first one answers is not worth reading. */
const LEAST_SHARE = 0.35;
/** A sentence repeats another that says this share of what it says beyond the question. */
const SAME_SHARE = 0.7;
/** So many of the best sentences are looked at for one with enough evidence. */
const LEADS = 3;

/** Words of a source, ready to show, but not escaped, and the source's number. */
export type Quote = Pick<Candidate, 'text' | 'index'>;

/** What to quote, best first, and whether it answers the question. */
export type Choice = { readonly quotes: readonly Quote[]; readonly isAnswer: boolean };

/**
 * Chooses the sentences to quote. Where none has enough to do with the question, those that come nearest, or the first one
 * there is; none where the sources hold no sentence that was not said already.
 * @param conversation the question as it was asked, with what was said before it
 */
export function choose(
  { question, sources }: Pick<WritingTask, 'question' | 'sources'>,
  conversation: Question,
): Choice {
  const asked = createAsked(question.text);
  const { all, weights } = toCandidates(asked, sources);
  const wasSaid = createSaidBefore(conversation);
  const isNew = (candidate: Candidate) => !wasSaid(candidate.words);
  const toQuotes = (ranked: readonly Candidate[], most: number) =>
    withoutRepeats(ranked, most, question.text).map((each) => withSolution(each, all));
  const defining = definitions(asked.terms, sources, all).filter(isNew);
  if (defining.length > 0) return { quotes: toQuotes(defining, MAX_DEFINITIONS), isAnswer: true };

  const evidence = createEvidence({ asked, weights, candidates: all, sources });
  const ranked = all
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .filter(isNew);
  const leads = ranked.slice(0, LEADS).filter((each) => evidence(each) > 0);
  const answering = leads.find((each) => evidence(each) >= leastEvidence(asked));
  const isAnswer = answering !== undefined;
  const lead = answering ?? leads[0];
  const first = lead ?? ranked[0] ?? all.find((each) => !isCode(each.text) && isNew(each));
  if (first === undefined) return { quotes: [], isAnswer: false };
  const others = ranked.filter(
    (each) => each !== first && each.legible >= LEAST_LEGIBLE && each.score >= LEAST_SHARE * first.score,
  );
  const about = first.isNews ? [] : definitionOf(first.index).filter(isNew);
  const most = isAnswer ? MAX_QUOTES : MAX_CLOSEST;
  return { quotes: toQuotes([...about.slice(0, 1), first, ...others], most), isAnswer };

  /** What the page is about: as good an answer as any where no sentence says more of what was asked than its title does. */
  function definitionOf(index: number): Candidate[] {
    const source = sources.find((each) => each.index === index);
    return source === undefined ? [] : definitions([...subjectTerms(source.title)], [source], all);
  }
}

/** The first of them, up to so many and so many words, none that says what one before it says. */
function withoutRepeats(ranked: readonly Candidate[], maxQuotes: number, question: string): Candidate[] {
  const asked = toStems(toWords(question));
  const chosen: Candidate[] = [];
  const said: Set<string>[] = [];
  let words = 0;
  for (const candidate of ranked) {
    if (chosen.length === maxQuotes) break;
    if (chosen.length > 0 && words + candidate.words.length > MAX_WORDS) continue;
    const news = toStems(candidate.words).difference(asked);
    if (said.some((other) => news.intersection(other).size >= SAME_SHARE * news.size)) continue;
    chosen.push(candidate);
    said.push(news);
    words += candidate.words.length;
  }
  return chosen;
}

function toStems(words: readonly string[]): Set<string> {
  return new Set(words.filter((word) => !isStopWord(word)).map(stem));
}
