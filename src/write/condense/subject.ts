import { toSentences } from '../../lib/text/sentences.ts';
import { isStopWord, toWords } from '../../lib/text/words.ts';
import type { Pronoun } from './leaning.ts';
import type { Lexicon } from './lexicon.ts';
import { namesIn } from './names.ts';

/** Markup and citations of an answer. */
const MARKUP = /\[\d{1,3}\]|[*_`#>]+|\]\([^)]*\)|\[/g;
/**
 * The length of the part of an answer that is examined, and of the longest sentence to search for, in UTF-16
 * code units.
 */
const BEGINNING = 1000;
const LONGEST_STATEMENT = 160;
/** A question with more words than this is about more than one thing. */
const SUBJECT_WORDS = 2;

/**
 * The antecedent of a pronoun: the only name in the previous question, or in its answer if the question asked
 * who or what something is. Empty if the question asked for a person and the answer does not name exactly
 * one.
 */
export function subjectOf(before: Understood, lexicon: Lexicon, means: Pronoun['means']): Understanding {
  const { question, answer } = before;
  const asked = namesIn(question);
  if (asksForPerson(question, lexicon, means) && !isAboutName(question, asked, lexicon))
    return personIn(firstStatement(answer), question, lexicon);
  if (asked.length > 0) return asked.length === 1 ? certain(asked.join('')) : unsure(asked.join(' '));
  const content = toWords(question).filter((word) => !isStopWord(word));
  const isOne = content.length > 0 && content.length <= SUBJECT_WORDS;
  return isOne && means !== 'person' ? certain(content.join(' ')) : unsure(content.join(' '));
}

/** The person who is named in the answer to "who" but not in the question. */
function personIn(statement: string, question: string, { capitalNouns, articles }: Lexicon): Understanding {
  const plain = statement.replace(/^["'“„«]+/u, '');
  const told = namesIn(plain)
    .map((name) => withoutArticle(name, articles))
    .filter((name) => name !== '' && !question.includes(name));
  const isWhole = told[0] !== undefined && toWords(plain).length === toWords(told[0]).length;
  // If every noun is capitalised, only a name of two words, or a name that is the whole text, is certainly a
  // name.
  const sure = capitalNouns && !isWhole ? told.filter((name) => name.includes(' ')) : told;
  const [found] = sure;
  if (found === undefined) return unsure('');
  if (sure.length === 1 || (!capitalNouns && plain.startsWith(found))) return certain(found);
  return unsure(capitalNouns ? '' : found);
}

function withoutArticle(name: string, articles: ReadonlySet<string>): string {
  const [first = '', ...others] = name.split(' ');
  return articles.has(first.toLowerCase()) ? others.join(' ') : name;
}

/** The first sentence of an answer without its markup; empty if it is too long to search for. */
export function firstStatement(answer: string): string {
  const plain = answer.slice(0, BEGINNING).toWellFormed().replace(MARKUP, '').trim();
  const first = (toSentences(plain.split('\n', 1)[0] ?? '')[0] ?? '').replace(/\s+([.,;:!?])/g, '$1').trim();
  return first.length > LONGEST_STATEMENT ? '' : first;
}

function asksForPerson(question: string, { who, somebody }: Lexicon, means: Pronoun['means']): boolean {
  const first = toWords(question)[0] ?? '';
  return means === 'person' ? who.has(first) : means === 'either' && somebody.has(first);
}

/** "Who was Albert Einstein?" asks about the name in it; "Who wrote Hamlet?" asks for a different name. */
function isAboutName(question: string, names: readonly string[], { be }: Lexicon): boolean {
  const words = toWords(question);
  const content = words.slice(2).filter((word) => !isStopWord(word));
  const [name] = names;
  if (name === undefined || names.length > 1 || !be.has(words[1] ?? '')) return false;
  return content.every((word) => toWords(name).includes(word));
}

/** The interpretation of a follow-up, or of a part of it. */
export type Understanding = {
  /** A question that is complete without the conversation. */
  readonly text: string;
  /** False if another interpretation is plausible. */
  readonly isCertain: boolean;
};

/** An interpreted question with its answer. */
export type Understood = { readonly question: string; readonly answer: string };

/** An interpretation that is certain. */
export function certain(text: string): Understanding {
  return { text, isCertain: true };
}

/** An interpretation that is a guess. */
export function unsure(text: string): Understanding {
  return { text, isCertain: false };
}
