import { toSentences } from '../../core/sentences.ts';
import { isStopWord, toWords } from '../../core/words.ts';
import type { Lexicon } from './lexicon.ts';
import { namesIn } from './names.ts';
import { certain, type Reading, type Understood, unsure } from './understood.ts';

/** Markup and citations of an answer. */
const MARKUP = /\[\d{1,3}\]|[*_`#>]+|\]\([^)]*\)|\[/g;
/** How much of an answer is looked at, and the longest sentence worth searching for, in UTF-16 code units. */
const BEGINNING = 1000;
const LONGEST_STATEMENT = 160;
/** A question of more words is about more than one thing. */
const SUBJECT_WORDS = 2;

/** What the conversation is about: the one name in the question, or in its answer where that was asked for. */
export function subjectOf({ question, answer }: Understood, lexicon: Lexicon, isPerson: boolean): Reading {
  const asked = namesIn(question);
  const statement = firstStatement(answer);
  if (isPerson && asksWho(question, lexicon) && !asked.some((name) => beginsWithName(statement, name))) {
    const told = namesIn(statement).filter((name) => !question.includes(name));
    const [found] = told;
    if (found !== undefined)
      return told.length === 1 || statement.startsWith(found) ? certain(found) : unsure(found);
  }
  if (asked.length > 0) return asked.length === 1 ? certain(asked.join('')) : unsure(asked.join(' '));
  const content = toWords(question).filter((word) => !isStopWord(word));
  const isOne = content.length > 0 && content.length <= SUBJECT_WORDS;
  return isOne && !isPerson ? certain(content.join(' ')) : unsure(content.join(' '));
}

/** The first sentence of an answer without its markup; empty where it is too long to search for. */
export function firstStatement(answer: string): string {
  const plain = answer.slice(0, BEGINNING).toWellFormed().replace(MARKUP, '').trim();
  const first = (toSentences(plain.split('\n', 1)[0] ?? '')[0] ?? '').replace(/\s+([.,;:!?])/g, '$1').trim();
  return first.length > LONGEST_STATEMENT ? '' : first;
}

function asksWho(question: string, { who }: Lexicon): boolean {
  return who.has(toWords(question)[0] ?? '');
}

/** `Einstein was` begins with `Albert Einstein`. */
function beginsWithName(statement: string, name: string): boolean {
  return statement.startsWith(name) || statement.startsWith(name.split(' ').at(-1) ?? name);
}
