import { toSentences } from '../../lib/text/sentences.ts';
import { toWords } from '../../lib/text/words.ts';
import { contentOf, isDefiniteNoun, type Leaning, namesTime, namesTwo } from './leaning.ts';
import { namesIn } from './names.ts';

/** Markup and citations of an answer. */
const MARKUP = /\[\d{1,3}\]|[*_`#>]+|\]\([^)]*\)|\[/g;
/** The length of the part of an answer that is examined, in UTF-16 code units. */
const BEGINNING = 1000;
const YEAR = /\b(?:1[0-9]|20)\d\d\b/;
/** The first clause of a sentence without spaces between words. */
const CLAUSE = /^[^，、,；;]{1,24}/u;
/** More words than these describe a subject no better. */
const MAX_WORDS = 6;

/** An interpreted question with its answer. */
export type Understood = {
  readonly question: string;
  readonly answer: string;
  /** The question before it; empty if there was none. */
  readonly earlier: string;
  /** Whether the question is the only likely interpretation. */
  readonly isKnown: boolean;
  /** Two things, one of which replaced the other in the question. */
  readonly compared?: string;
};

/**
 * The words for what a message refers to, the most likely first: the name in an answer that was asked for,
 * the year for "then", the words of the previous question, and for "which of the two" of the one before.
 */
export function subjectOf(before: Understood, leaning: Leaning): string {
  const { lexicon } = leaning;
  const { question, answer, earlier } = before;
  const statement = firstStatement(answer);
  const asked = importantWords(question, lexicon);
  const whole = expandedName(leaning.words, answer);
  if (whole !== '') return whole;
  if (before.compared !== undefined && namesTwo(leaning)) return before.compared;
  const focus = focusOf(before, leaning);
  const isPlural = lexicon.words.plural.has(leaning.pronoun?.toLowerCase() ?? '');
  if (leaning.pronoun !== null && focus !== '' && !isPlural && !namesTwo(leaning)) return focus;
  const found = [focus];
  if (namesTime(leaning)) found.push(YEAR.exec(question)?.[0] ?? YEAR.exec(statement)?.[0] ?? '');
  found.push(...asked);
  if (namesTwo(leaning)) found.push(...importantWords(earlier, lexicon));
  const own = new Set(toWords(leaning.own));
  const isNew = (words: string) => words !== '' && !toWords(words).every((word) => own.has(word));
  return [...new Set(found)].filter(isNew).join(' ');
}

/** Whether a question names two things: "Oslo or Bergen", "the difference between leasing and buying". */
export function namesAlternatives(question: string, { lexicon }: Leaning): boolean {
  const words = question.toLowerCase().split(/\s+/u);
  return namesIn(question).length === 2 || words.some((word) => lexicon.words.joins.has(word));
}

/**
 * The person that a personal pronoun refers to: the only full name in the answer, or the name after "who
 * was". Empty if there could be another one.
 */
export function personOf({ question, answer }: Understood, { lexicon, pronoun, names }: Leaning): string {
  const { who, person, articles } = lexicon.words;
  const isPerson = pronoun !== null && person.has(pronoun.toLowerCase());
  if (!isPerson || names.length > 0) return '';
  const isWho = who.has(toWords(question)[0] ?? '');
  const old = namesIn(question);
  const said = isWho ? firstStatement(answer) : plainBeginning(answer);
  const answerNames = namesIn(`– ${said}`)
    .filter((name) => !isDefiniteNoun(name, said, lexicon))
    .map((name) => withoutArticle(name, articles));
  const isOld = (name: string) => old.some((each) => each.includes(name) || name.includes(each));
  const found = new Set(answerNames.filter((name) => name.includes(' ') && !isOld(name)));
  const [about = ''] = isWho && isAboutName(question, old, lexicon) ? old : found;
  const isOnly = isWho || !old.some((name) => name.includes(' '));
  return isOnly && found.size === (old.includes(about) ? 0 : 1) ? about : '';
}

/** "Who was Ada Lovelace?" asks about the name in it; "Who wrote Hamlet?" asks for a different name. */
function isAboutName(
  question: string,
  names: readonly string[],
  { words: lists }: Leaning['lexicon'],
): boolean {
  const [, verb = '', ...others] = toWords(question);
  const [name = ''] = names;
  return names.length === 1 && lists.yes.has(verb) && others.join(' ') === toWords(name).join(' ');
}

/** The name that an answer gives to "who", "which" or "where"; empty if the question asked for none. */
export function focusOf({ question, answer }: Understood, { lexicon }: Leaning): string {
  const statement = firstStatement(answer);
  if (lexicon.isSpaceless)
    return [...lexicon.words.asks].some((word) => question.includes(word))
      ? (CLAUSE.exec(statement)?.[0] ?? '')
      : '';
  if (!asksForName(question, lexicon.words)) return '';
  const old = new Set(toWords(question));
  const names = namesIn(`– ${statement}`).map((name) => withoutArticle(name, lexicon.words.articles));
  return names.find((name) => name !== '' && !toWords(name).every((word) => old.has(word))) ?? '';
}

/** "What is Miner doing now?": the whole name, if the answer has a longer one with this word. */
export function expandedName(words: readonly string[], answer: string): string {
  const names = namesIn(plainBeginning(answer));
  const capital = words.slice(1).filter((word) => /^\p{Lu}/u.test(word));
  return names.find((name) => name.includes(' ') && capital.some((word) => name.endsWith(` ${word}`))) ?? '';
}

/** Whether the answer to a question is a name: "who ...", "which ...", "what is the highest ...". */
function asksForName(question: string, { asks, yes, measures }: Leaning['lexicon']['words']): boolean {
  const words = toWords(question).slice(0, 4);
  if (words.some((word) => asks.has(word))) return true;
  const [first = '', second = '', third = ''] = words;
  const isWhatIs = !measures.has(first) && (yes.has(second) || first === 'what');
  return isWhatIs && (third === 'the' || first === 'what');
}

function withoutArticle(name: string, articles: ReadonlySet<string>): string {
  const [first = '', ...others] = name.split(' ');
  return articles.has(first.toLowerCase()) ? others.join(' ') : name;
}

/** The names of a question as they are written, and its other content words. */
function importantWords(question: string, lexicon: Leaning['lexicon']): readonly string[] {
  const names = namesIn(question).filter((name) => name.length > 1);
  const inNames = new Set(names.flatMap(toWords));
  const others = contentOf(question, lexicon).filter((word) => !inNames.has(word));
  return [...names, ...others].slice(0, MAX_WORDS);
}

/** The first sentence of an answer without its markup. */
export function firstStatement(answer: string): string {
  const sentences = toSentences(plainBeginning(answer).split('\n', 1)[0] ?? '');
  // "Yes." alone says nothing.
  const first = sentences.find((sentence) => toWords(sentence).length > 1) ?? '';
  return first.replace(/\s+([.,;:!?])/g, '$1').trim();
}

function plainBeginning(answer: string): string {
  return answer.slice(0, BEGINNING).toWellFormed().replace(MARKUP, '').trim();
}
