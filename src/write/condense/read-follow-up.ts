import type { Exchange } from '../../core/question.ts';
import { toWords } from '../../lib/text/words.ts';
import { type Leaning, leaningOf, type Pronoun } from './leaning.ts';
import { namesIn } from './names.ts';
import {
  certain,
  firstStatement,
  subjectOf,
  type Understanding,
  type Understood,
  unsure,
} from './subject.ts';

const END = /[\s?？!.…]+$/u;
const YEAR = /\b(?:1[5-9]|20)\d\d\b/;
/** A question with more words than this names its own subject. */
const FEW_WORDS = 3;

/**
 * Interprets a question in the context of the conversation, by rules only. Earlier questions are interpreted
 * the same way.
 */
export function readFollowUp(text: string, history: readonly Exchange[]): Understanding {
  let before: Understood | null = null;
  for (const { question, answer } of history) {
    before = { question: before === null ? question.trim() : read(question.trim(), before).text, answer };
  }
  return before === null ? certain(text) : read(text.trim(), before);
}

function read(text: string, before: Understood): Understanding {
  const leaning = leaningOf(text, before.question);
  if (leaning.asks === 'more') return certain(before.question);
  if (leaning.asks === 'reason') return withReason(text, before);
  if (leaning.pronoun !== null) return withSubject({ ...leaning, text, pronoun: leaning.pronoun }, before);
  if (leaning.change !== null) return withChange(leaning.change, leaning, before);
  return hasOwnSubject(leaning) ? certain(text) : withWhatIsMissing(text, leaning, before);
}

function hasOwnSubject({ names, content, lexicon, isFragment }: Leaning): boolean {
  if (content.length > FEW_WORDS) return true;
  if (lexicon.capitalNouns) return names.some((name) => name.includes(' '));
  if (names.length === 0) return false;
  // `Berlin?` changes the previous question and is not a new one.
  return !isFragment || content.length > toWords(names.join(' ')).length;
}

/** `why?` asks for the reason of a statement in the answer. */
function withReason(text: string, { question, answer }: Understood): Understanding {
  const statement = firstStatement(answer).replace(END, '');
  return {
    text: `${text.replace(END, '')} ${statement === '' ? question : statement}`,
    isCertain: statement !== '',
  };
}

/** `how old is he?`: replaces the pronoun by its antecedent. */
function withSubject(
  { text, pronoun, names, content, change, lexicon }: Leaning & { text: string; pronoun: Pronoun },
  before: Understood,
): Understanding {
  const subject = subjectOf(before, lexicon, pronoun.means);
  const own = change ?? text;
  // If no name is known, repeating the previous question is better than inserting a wrong name.
  if (subject.text === '') return unsure(`${own.replace(END, '')} ${before.question}`);
  // In `is it true that ...`, the pronoun need not refer to anything.
  if (pronoun.means !== 'person' && names.length > 0) return unsure(own);
  if (pronoun.means !== 'person' && content.length > FEW_WORDS)
    return unsure(`${own.replace(END, '')} ${subject.text}`);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${pronoun.word}(?![\\p{L}\\p{N}])`, 'u');
  return { text: own.replace(pattern, () => subject.text), isCertain: subject.isCertain };
}

/** `what about Berlin?`: the previous question with a replacement. */
function withChange(change: string, leaning: Leaning, before: Understood): Understanding {
  const { content, names, lexicon } = leaning;
  const rest = change.replace(END, '');
  const old = before.question.replace(END, '');
  if (content.length > FEW_WORDS) return unsure(rest);
  const swapped = withNameSwapped(old, rest, leaning);
  if (swapped !== null) return swapped;
  if (YEAR.test(rest) && YEAR.test(old)) return certain(old.replace(YEAR, YEAR.exec(rest)?.[0] ?? ''));
  const subject = subjectOf(before, lexicon, 'thing');
  if (lexicon.articles.has(toWords(rest)[0] ?? ''))
    return { text: `${rest} ${subject.text}`, isCertain: subject.isCertain };
  return { text: `${old} ${rest}`, isCertain: names.length === 0 || lexicon.capitalNouns };
}

/**
 * The previous question with its name replaced; null if the change is not a name, or if there is no name to
 * replace.
 */
function withNameSwapped(
  old: string,
  rest: string,
  { names, content, lexicon }: Leaning,
): Understanding | null {
  const [name] = names;
  const oldNames = namesIn(old);
  const last = oldNames.at(-1);
  if (name === undefined || last === undefined || content.length > toWords(name).length) return null;
  // `and of Spain?` replaces the name after `of`.
  const lead = rest.slice(0, rest.indexOf(name));
  const behind = oldNames.find(
    (each) => lead.trim() !== '' && old.toLowerCase().includes(`${lead}${each}`.toLowerCase()),
  );
  if (behind !== undefined) return certain(old.replace(behind, () => name));
  const isSwap = !lexicon.capitalNouns || lexicon.articles.has(toWords(rest)[0] ?? '') || lead === '';
  return isSwap
    ? { text: old.replace(last, () => name), isCertain: oldNames.length === 1 && !lexicon.capitalNouns }
    : null;
}

/** `how tall?`, `the population?` */
function withWhatIsMissing(text: string, leaning: Leaning, before: Understood): Understanding {
  const { names, content, lexicon, isFragment } = leaning;
  if (names.length > 0 && isFragment) return withChange(text, leaning, before);
  const subject = subjectOf(before, lexicon, 'thing');
  const whole = `${text.replace(END, '')} ${subject.text}`;
  if (isFragment && content.length < FEW_WORDS) return { text: whole, isCertain: subject.isCertain };
  return unsure(lexicon.dropsSubject && names.length === 0 ? whole : text);
}
