import { toSentences } from '../../lib/text/sentences.ts';
import { isStopWord, toWords } from '../../lib/text/words.ts';
import { type FollowUp, isDefiniteNoun } from './follow-up.ts';
import type { Lexicon } from './lexicon.ts';
import { namesIn } from './names.ts';
import type { ResolvedTurn } from './resolved-turn.ts';

/** Markup and citations of an answer. */
const MARKUP = /\[\d{1,3}\]|[*_`#>]+|\]\([^)]*\)|\[/g;
/** The length of the part of an answer that is examined, in UTF-16 code units. */
const BEGINNING = 1000;
/** The first clause of a sentence in a language without capitals. */
const CLAUSE = /^[^，、,،；;]{1,40}/u;
const WORD = /[\p{L}\p{M}\p{N}'’-]+/gu;
/** The first word of a sentence, and the next one. */
const FIRST_WORD = /^(\p{Lu}[\p{L}\p{M}'’-]+)(?:[,.]|\s+([\p{L}\p{M}]+))/u;
/** A sentence is cut behind the initial of a name. */
const INITIAL = /(?:^|\s)\p{Lu}\.\s*$/u;

/** Whom a pronoun means: the only full name, or that after "who was"; empty if others are possible. */
export function personOf({ question, answer }: ResolvedTurn, { lexicon, refers, names }: FollowUp): string {
  const { who, articles } = lexicon.words;
  if (!refers.has('person') || names.length > 0) return '';
  const isWho = who.has(toWords(question)[0] ?? '');
  const old = namesIn(question);
  const said = isWho ? firstStatement(answer) : plainBeginning(answer);
  const answerNames = namesIn(said)
    .filter((name) => !isDefiniteNoun(name, said, lexicon))
    .map((name) => withoutArticle(name, articles));
  const isOld = (name: string) => old.some((each) => each.includes(name) || name.includes(each));
  const found = new Set(answerNames.filter((name) => name.includes(' ') && !isOld(name)));
  const [about = ''] = isWho && isAboutName(question, old, lexicon) ? old : found;
  const isOnly = isWho || !old.some((name) => name.includes(' '));
  return isOnly && found.size === (old.includes(about) ? 0 : 1) ? about : '';
}

/** "Who was Ada Lovelace?" asks about the name in it; "Who wrote Hamlet?" asks for a different name. */
function isAboutName(question: string, names: readonly string[], { words: lists }: Lexicon): boolean {
  const [, verb = '', ...others] = toWords(question);
  const [name = ''] = names;
  return names.length === 1 && lists.yes.has(verb) && others.join(' ') === toWords(name).join(' ');
}

/**
 * The name that an answer gives to "who", "which" or "where"; empty if the question asked for none, unless
 * the answer begins with a full name that is not in the question.
 */
export function focusOf({ question, answer }: ResolvedTurn, { lexicon }: Pick<FollowUp, 'lexicon'>): string {
  const statement = firstStatement(answer);
  if (lexicon.isCaseless) return asksForName(question, lexicon) ? (CLAUSE.exec(statement)?.[0] ?? '') : '';
  const old = new Set(toWords(question));
  const isNew = (name: string) => name !== '' && !toWords(name).every((word) => old.has(word));
  const names = namesIn(statement).map((name) => withoutArticle(name, lexicon.words.articles));
  const focus = names.find(isNew) ?? '';
  // "Amelia Earhart, who ..." gives a name to whatever was asked.
  if (focus.includes(' ') && statement.startsWith(focus)) return focus;
  if (!asksForName(question, lexicon)) return '';
  const [, first = '', next = ''] = FIRST_WORD.exec(statement) ?? [];
  const isName = first !== '' && !isStopWord(first.toLowerCase()) && (next === '' || isStopWord(next));
  return isName && !lexicon.capitalNouns && isNew(first) ? first : focus;
}

/** "What is Miner doing now?": the whole name, if the answer has a longer one with this word. */
export function expandedName(own: string, answer: string): string {
  const names = namesIn(plainBeginning(answer));
  const capital = (own.match(WORD) ?? []).slice(1).filter((word) => /^\p{Lu}/u.test(word));
  return names.find((name) => name.includes(' ') && capital.some((word) => name.endsWith(` ${word}`))) ?? '';
}

/** Whether the answer to a question is a name: "who ...", "which ...", "what is the highest ...". */
export function asksForName(question: string, { words: lists, isSpaceless }: Lexicon): boolean {
  const { asks, yes, measures } = lists;
  if (isSpaceless) return [...asks].some((word) => question.includes(word));
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

/** The first sentence of an answer with more than one word, without its markup; empty if there is none. */
export function firstStatement(answer: string): string {
  const sentences = toSentences(plainBeginning(answer).split('\n', 1)[0] ?? '');
  // "Yes." alone says nothing.
  const at = sentences.findIndex((sentence) => toWords(sentence).length > 1);
  const first = sentences[at] ?? '';
  const whole = INITIAL.test(first) ? `${first}${sentences[at + 1] ?? ''}` : first;
  return whole.replace(/\s+([.,;:!?])/g, '$1').trim();
}

/** The part of an answer that is examined, without its markup. */
export function plainBeginning(answer: string): string {
  return answer.slice(0, BEGINNING).toWellFormed().replace(MARKUP, '').trim();
}
