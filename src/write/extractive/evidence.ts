import type { Source } from '../../core/source.ts';
import { splitTitle, subjectTerms, titleFit } from '../../lib/text/title.ts';
import { isStopWord, stem, toWords } from '../../lib/text/words.ts';
import { formIn } from './other-form.ts';
import { type QuestionTraits, reasonWords } from './question-traits.ts';
import type { Sentence } from './sentence.ts';

/**
 * The factor for evidence from a page about another subject, or from a sentence that only mentions the
 * subject.
 */
const BESIDE_THE_POINT = 0.5;
/** The factor for a sentence that lacks a number, year or acronym of the question. */
const OTHER_THING = 0.75;
/** The number of words at the beginning of a sentence, not counting stop words, that name its subject. */
const OPENING_WORDS = 3;
/** The weight factor of a term in an adjacent sentence. */
const NEARBY = 0.5;
const STARTS_AS_NUMBER = /^\p{N}/u;

/** What a sentence covers of a question. */
export type SentenceEvidence = {
  /**
   * The share of the question's terms, by weight, in the sentence or in the title of its page, 0 to 1. Terms
   * in the adjacent sentences count half. A rare term weighs up to twice as much as a common one; an
   * unspecific term ("many") weighs less.
   */
  readonly covered: number;
  /** Whether it has a term itself. */
  readonly sharesTerm: boolean;
  /**
   * Whether it begins with all terms: "The capital of Guinea is Conakry." False on a page with a longer
   * subject, such as "Guinea-Bissau".
   */
  readonly beginsWithAll: boolean;
  /** The share of the words of its page's subject that are terms: 0.5 for "Guinea-Bissau" and Guinea. */
  readonly subjectAsked: number;
  /** False if the question names the subject of a page, but neither the sentence nor its title does. */
  readonly isOnTopic: boolean;
  /** Whether it says what its page is about, and the question asks for no more. */
  readonly defines: boolean;
};

/**
 * Measures how much of the question a sentence covers.
 * @param sentences all sentences of the sources, in any order
 */
export function createEvidence(
  asked: QuestionTraits,
  sentences: readonly Sentence[],
  sources: readonly Source[],
): (sentence: Sentence) => SentenceEvidence {
  const weights = asked.weights(sentences.map(({ words }) => asked.match(words)));
  const rarest = Math.log(2 * sentences.length + 2);
  const weightOf = (at: number) => (asked.substance[at] ?? 1) * (1 + (weights[at] ?? 0) / rarest);
  const sole = soleTerm(asked);
  const topics = topicsOf(sources, asked.terms);
  const bySource = Map.groupBy(sentences, ({ index }) => index);

  return (sentence) => {
    const { title = '' } = sources.find(({ index }) => index === sentence.index) ?? {};
    const { words } = sentence;
    const { counts } = asked.match(words);
    const subject = toWords(splitTitle(title).subject);
    const own = toStems([...words, ...subject]);
    const beside = besides(sentence, bySource.get(sentence.index));
    const near = toStems(beside);
    const forms = asked.terms.map((term, at) => {
      const inside = (counts[at] ?? 0) > 0 ? 1 : formIn(own, term);
      return inside > 0 ? inside : NEARBY * formIn(near, term);
    });
    const all = sumOf(asked.terms.map((_, at) => weightOf(at)));
    const found = sumOf(forms.map((form, at) => form * weightOf(at)));
    const isOtherThing = lacksNumber(asked, forms) || lacksAcronym(asked, [words, subject, beside]);
    const isSubject = titleFit(title, asked.terms) > 0;
    const share = all === 0 ? 0 : (found / all) * (isOtherThing ? OTHER_THING : 1);
    const isOnTopic = !asked.hasName || topics.size === 0 || own.intersection(topics).size > 0;
    const isToThePoint =
      isOnTopic && isAboutIt(sole, words, title) && mayAnswerWhy(asked, [...words, ...beside]);
    const subjectAsked = shareOf(asked, subject);
    return {
      covered: share * (isToThePoint ? 1 : BESIDE_THE_POINT),
      sharesTerm: counts.some((count) => count > 0),
      beginsWithAll: (subjectAsked === 0 || subjectAsked === 1) && beginsWithAll(asked, words),
      subjectAsked,
      isOnTopic,
      defines: isSubject && sentence.defines,
    };
  };
}

/** The words of the sentences before and after it. */
function besides({ place }: Sentence, all: readonly Sentence[] = []): readonly string[] {
  return all.filter((other) => Math.abs(other.place - place) === 1).flatMap(({ words }) => words);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function lacksNumber({ terms }: QuestionTraits, forms: readonly number[]): boolean {
  return terms.some((term, at) => forms[at] === 0 && STARTS_AS_NUMBER.test(term));
}

function lacksAcronym({ acronyms }: QuestionTraits, texts: readonly (readonly string[])[]): boolean {
  return acronyms.some((name) => !texts.some((words) => words.includes(name)));
}

function beginsWithAll(asked: QuestionTraits, words: readonly string[]): boolean {
  const opening = words.filter((word) => !isStopWord(word)).slice(0, asked.terms.length);
  return asked.match(opening).counts.every((count) => count > 0);
}

/** The share of the words of a subject that are terms of the question, stop words excluded. */
function shareOf(asked: QuestionTraits, subject: readonly string[]): number {
  const words = new Set(subject.filter((word) => !isStopWord(word)));
  const { counts } = asked.match([...words]);
  return words.size === 0 ? 0 : Math.min(1, counts.reduce((sum, count) => sum + count, 0) / words.size);
}

/** A question about one thing is answered by a sentence about it, not by one that merely mentions it. */
function isAboutIt(sole: string | null, words: readonly string[], title: string): boolean {
  if (sole === null) return true;
  const opening = words.filter((word) => !isStopWord(word)).slice(0, OPENING_WORDS);
  return [...opening, ...toWords(title)].some((word) => stem(word) === sole);
}

/** A sentence gives a reason only if it or one beside it has a word for a reason. */
function mayAnswerWhy(asked: QuestionTraits, words: readonly string[]): boolean {
  return !asked.asksWhy || words.some((word) => reasonWords.has(word));
}

/** The terms of the question that are the whole subject of a source's title. */
function topicsOf(sources: readonly Source[], terms: readonly string[]): ReadonlySet<string> {
  const subjects = sources.map(({ title }) => subjectTerms(title));
  return new Set(subjects.filter((subject) => subject.isSubsetOf(new Set(terms))).flatMap((all) => [...all]));
}

/** The only specific term of a question; null if there are several, or if the question is just a keyword. */
function soleTerm({ terms, substance, isSentence }: QuestionTraits): string | null {
  const substantial = terms.filter((_, at) => substance[at] === 1);
  return isSentence && substantial.length === 1 ? (substantial[0] ?? null) : null;
}

function toStems(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map(stem));
}
