import { isStopWord } from '../text/words.ts';
import type { ScoredPage } from './scored-page.ts';
import { toPlainWords } from './terms.ts';

/**
 * The extra weight of a sentence full of names and numbers, and how many of them give half of that weight.
 */
const NAMES_SHARE = 0.4;
const NAMES_HALF = 3;
/**
 * The extra weight of a sentence that has the kind of thing that the question asks for: a number, or a name.
 */
const KIND_SHARE = 0.2;
/**
 * The extra weight of a sentence whose terms are all new, so that each part of a question is answered.
 */
const TERMS_SHARE = 0.5;
/** The maximum factor by which names and numbers raise the worth of a sentence. */
const MOST_BY_NAMES = 1 + NAMES_SHARE + KIND_SHARE;

/** The worth of sentences in a context, which decreases as more is selected. */
export type MarginalRelevance = {
  /** An upper bound of the sentence's worth; cheaper to compute than `now`. */
  most(page: number, at: number): number;
  /** The worth of the sentence in addition to the selected ones. */
  now(page: number, at: number): number;
  /** Records that the sentence has been selected. */
  select(page: number, at: number): void;
};

/**
 * The worth of each sentence: its relevance, raised for two things. The first is names and numbers that occur
 * neither in the question nor in a selected sentence, because one of them is probably the answer. The second
 * is terms that occur in few selected sentences. The worth never increases.
 */
export function createMarginalRelevance(
  pages: readonly ScoredPage[],
  question: string,
  weights: readonly number[],
): MarginalRelevance {
  // Behind a dash, the first word of the question does not count as the beginning of a sentence.
  const asked = new Set([...toPlainWords(question), ...namesOf(`– ${question}`)]);
  const kind = answerKindOf(question);
  // How many selected sentences have each name, and each term.
  const timesSaid = new Map<string, number>();
  const timesHeld = weights.map(() => 0);
  const byTerms = (page: number, at: number) =>
    (pages[page]?.scores[at] ?? 0) * (1 + TERMS_SHARE * freshTerms(countsOf(page, at)));
  const countsOf = (page: number, at: number) => pages[page]?.matches[at]?.counts ?? [];
  const ownNames = createNames(pages, asked);
  return {
    most: (page, at) => MOST_BY_NAMES * byTerms(page, at),
    now(page, at) {
      const own = ownNames(page, at);
      const fresh = own.reduce((sum, name) => sum + 1 / (1 + (timesSaid.get(name) ?? 0)), 0);
      const rich = (NAMES_SHARE * fresh) / (fresh + NAMES_HALF) + (hasKind(own, kind) ? KIND_SHARE : 0);
      return (1 + rich) * byTerms(page, at);
    },
    select(page, at) {
      for (const name of ownNames(page, at)) timesSaid.set(name, (timesSaid.get(name) ?? 0) + 1);
      countsOf(page, at).forEach((count, term) => {
        if (count > 0) timesHeld[term] = (timesHeld[term] ?? 0) + 1;
      });
    },
  };

  /**
   * The share of a sentence's terms, by weight, that is new; a term that n selected sentences have counts 1 /
   * (n + 1).
   */
  function freshTerms(counts: readonly number[]): number {
    let [all, fresh] = [0, 0];
    for (let term = 0; term < counts.length; term++) {
      if ((counts[term] ?? 0) === 0) continue;
      const weight = weights[term] ?? 0;
      all += weight;
      fresh += weight / (1 + (timesHeld[term] ?? 0));
    }
    return all === 0 ? 0 : fresh / all;
  }
}

/** The names and numbers of a sentence that are not in the question, computed once for each text. */
function createNames(
  pages: readonly ScoredPage[],
  asked: ReadonlySet<string>,
): (page: number, at: number) => readonly string[] {
  const ofTexts = new Map<string, readonly string[]>();
  const ofText = (text: string) => {
    const names = ofTexts.get(text) ?? namesOf(text).filter((name) => !asked.has(name));
    ofTexts.set(text, names);
    return names;
  };
  const ofPages = pages.map((): (readonly string[])[] => []);
  return (page, at) => {
    const ofPage = ofPages[page] ?? [];
    ofPage[at] ??= ofText(pages[page]?.sentences[at]?.text ?? '');
    return ofPage[at];
  };
}

function hasKind(names: readonly string[], kind: AnswerKind): boolean {
  if (kind === 'other') return false;
  return kind === 'name' ? names.length > 0 : names.some((name) => NUMBER_FIRST.test(name));
}

/** The kind of answer that a question asks for, judged only by its words. */
export type AnswerKind = 'number' | 'name' | 'other';

const NUMBER = anyOf(
  'how (?:many|much|old|long|far|tall|high|large|big)|when|what (?:percentage|number|year)|wann|wie viele?',
  'cuánt[oa]s?|cuándo|combien|quand|quant[aei]|quando|сколько|когда|kaç|bao nhiêu',
);
const NAME = anyOf(
  'who|whom|whose|which|where|wer|wem|wen|wo|welche[rsnm]?|quién(?:es)?|dónde|cuál|qui|où|quel(?:le)?s?|chi',
  'dove|quale|кто|где|какой|какая|kim|nerede|hangi|ποιος|ποια|πού|cine|unde|care',
);

/** Whether a question asks for a number or date, or for a name. */
export function answerKindOf(question: string): AnswerKind {
  if (NUMBER.test(question)) return 'number';
  return NAME.test(question) ? 'name' : 'other';
}

function anyOf(...words: readonly string[]): RegExp {
  return new RegExp(`(?:^|\\P{L})(?:${words.join('|')})(?!\\p{L})`, 'iu');
}

/** Words with a capital, numbers, and runs of katakana, which often write foreign names. */
const ANY_NAME = new RegExp(
  [
    String.raw`\p{Lu}(?<![\p{L}\p{M}\p{N}].)[\p{L}\p{M}\p{N}'’.,-]{0,40}`,
    String.raw`\p{N}(?<![\p{Lu}\p{Ll}\p{M}\p{N}].)[\p{Lu}\p{Ll}\p{N}'’.,-]{0,40}`,
    String.raw`[\p{Script=Katakana}ー]{2,40}`,
  ].join('|'),
  'gu',
);
/** The same for a text whose letters are all ASCII; this pattern takes a third of the time. */
const ASCII_NAME = /[A-Z0-9](?<![a-zA-Z0-9].)[a-zA-Z0-9'’.,-]{0,40}/g;
const BEYOND_ASCII = /[^\0-\x7f‘’“”–—…]/;
const NUMBER_FIRST = /^\p{N}/u;
const ENDING = /(?:['’]s|[.,'’-])$/;

/**
 * The names and numbers of a sentence, in lower case, each once. The first word is left out unless it is a
 * number, because every sentence begins with a capital. In scripts without capitals, only numbers and runs of
 * katakana are found.
 */
export function namesOf(sentence: string): readonly string[] {
  const found = sentence.match(BEYOND_ASCII.test(sentence) ? ANY_NAME : ASCII_NAME) ?? [];
  const names = new Set<string>();
  for (const [at, run] of found.entries()) {
    const name = run.replace(ENDING, '').toLowerCase();
    const isWord = name.length >= 2 && !isStopWord(name) && !(at === 0 && isFirst(sentence, run));
    if (isWord || NUMBER_FIRST.test(name)) names.add(name);
  }
  return [...names];
}

function isFirst(sentence: string, run: string): boolean {
  const index = sentence.indexOf(run);
  return index <= 2 && !/[\p{L}\p{N}]/u.test(sentence.slice(0, index));
}
