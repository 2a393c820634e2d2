import { toSentences } from '../../lib/text/sentences.ts';
import { isStopWord, stem, toWords } from '../../lib/text/words.ts';
import { contentOf, type FollowUp, isDefiniteNoun } from './follow-up.ts';
import type { Lexicon } from './lexicon.ts';
import { itemAt } from './list-item.ts';
import { namesIn } from './names.ts';

/** Markup and citations of an answer. */
const MARKUP = /\[\d{1,3}\]|[*_`#>]+|\]\([^)]*\)|\[/g;
/** The length of the part of an answer that is examined, in UTF-16 code units. */
const BEGINNING = 1000;
const YEAR = /\b(?:1[0-9]|20)\d\d\b/;
/** The first clause of a sentence in a language without capitals. */
const CLAUSE = /^[^，、,،；;]{1,40}/u;
const WORD = /[\p{L}\p{M}\p{N}'’-]+/gu;
/** The first word of a sentence, and the next one. */
const FIRST_WORD = /^(\p{Lu}[\p{L}\p{M}'’-]+)(?:[,.]|\s+([\p{L}\p{M}]+))/u;
/** A sentence is cut behind the initial of a name. */
const INITIAL = /(?:^|\s)\p{Lu}\.\s*$/u;
/** The part of a question in which two things are named. */
const MAX_QUESTION_WORDS = 60;
/** A message with fewer words than these beside a name says little of it. */
const MIN_OWN_WORDS = 2;
/** More words than these describe a subject no better. */
const MAX_WORDS = 8;

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

/** The names of a question as they are written, and its other content words. */
type Telling = { readonly names: readonly string[]; readonly others: readonly string[] };

/** The words that a message lacks because they are in the conversation before it, the most telling first. */
export function contextOf(message: FollowUp, before: Understood): string {
  const known = new Set(message.words);
  const isNew = (words: string) => {
    const all = toWords(words);
    const hasNew = all.some((word) => !known.has(word));
    for (const word of all) known.add(word);
    return hasNew;
  };
  const { background, pronoun, start, lexicon } = message;
  const isNeeded = pronoun !== null || start === 'correction' || start === 'limit';
  const told = isNeeded ? [background] : lexicon.capitalNouns ? [] : namesIn(background);
  return [...missingWords(message, before), ...told].filter(isNew).join(' ');
}

function missingWords(message: FollowUp, before: Understood): readonly string[] {
  const { refers, position, lexicon, start, pronoun, isChoice } = message;
  const { question, answer, earlier, compared } = before;
  const { names, others } = withoutReplaced(telling(question, lexicon), message, question);
  const whole = expandedName(message.own, answer);
  const isVague = message.content.filter((word) => !toWords(whole).includes(word)).length < MIN_OWN_WORDS;
  if (whole !== '') return isVague ? [whole, ...names] : [whole];
  if (start === 'limit' || start === 'correction') return [...names, ...others];
  if (position !== null) {
    const alternatives = alternativesIn(question, lexicon);
    const item =
      alternatives.length > 0 ? (alternatives.at(position) ?? '') : itemAt(plainBeginning(answer), position);
    const isNamed = item !== item.toLowerCase();
    if (item !== '')
      return isNamed ? [item] : [item, ...others.filter((word) => !alternatives.includes(word))];
  }
  const focus = focusOf(before, message);
  const asked = [...names, ...others];
  if (refers.has('two')) return compared === undefined ? [focus, ...asked, ...namesIn(earlier)] : [compared];
  if (refers.has('place')) return placeWords(before, { names, others }, message);
  if (refers.has('time')) return [yearOf(before), ...(message.names.length > 0 ? [] : asked)];
  const chosen = isChoice || message.isAboutSaid ? chosenName(message, before) : '';
  const alternatives = alternativesIn(question, lexicon);
  if (chosen !== '') return [chosen, ...asked.filter((word) => !isAny(word, alternatives))];
  const isOne = refers.has('person') || refers.has('thing');
  if (pronoun !== null && isOne && focus !== '') return [focus];
  if (refers.has('person') && names[0] !== undefined) return [names[0]];
  return [focus, ...asked];
}

/** A place or a year in the message replaces that of the question: "is it the same in Portugal?" */
function withoutReplaced(
  { names, others }: Telling,
  { own, refers, start, lexicon }: FollowUp,
  question: string,
): Telling {
  const isElsewhere =
    !refers.has('place') &&
    start !== 'correction' &&
    placesIn(own, lexicon).some((place) => !question.includes(place));
  const places = new Set(isElsewhere ? placesIn(question, lexicon) : []);
  const isOtherYear = YEAR.test(own);
  return {
    names: names.filter((name) => !places.has(name)),
    others: others.filter((word) => !places.has(word) && !(isOtherYear && YEAR.test(word))),
  };
}

/** "There" is a place with a name; other words of the question say little of it. */
function placeWords(before: Understood, { names, others }: Telling, message: FollowUp): readonly string[] {
  const { lexicon } = message;
  const { question, answer } = before;
  const focus = focusOf(before, message);
  const small = question.toLowerCase();
  const place = placesIn(firstStatement(answer), lexicon).find((name) => !small.includes(name.toLowerCase()));
  const asked = names.length > 0 ? names : placesIn(question.toLowerCase(), lexicon).slice(-1);
  const known = [place ?? focus, ...asked].filter((name) => name !== '');
  return known.length > 0 ? known : others;
}

/** The names behind words such as "in"; in a question in small letters, the single words. */
function placesIn(text: string, { words }: Lexicon): readonly string[] {
  const isPlaced = (name: string) => {
    const [first = '', second = ''] = text
      .slice(0, text.indexOf(name))
      .toLowerCase()
      .trim()
      .split(/\s+/u)
      .slice(-2);
    const isBehind = words.locatives.has(second) || (second === '' && words.locatives.has(first));
    return isBehind || (words.articles.has(second) && words.locatives.has(first));
  };
  if (text !== text.toLowerCase()) return namesIn(`a ${text}`).filter(isPlaced);
  const all = text.match(WORD) ?? [];
  return all.filter((word, at) => words.locatives.has(all[at - 1] ?? '') && !isStopWord(word));
}

function yearOf({ question, answer }: Understood): string {
  return YEAR.exec(question)?.[0] ?? YEAR.exec(plainBeginning(answer))?.[0] ?? '';
}

/**
 * "The cheaper one" is what the answer to a choice names first, or the name in the only sentence of the
 * answer that has a content word of the message; so is the full name of "the author of the words".
 */
function chosenName(message: FollowUp, { question, answer }: Understood): string {
  const { content, lexicon, names, isChoice, background } = message;
  if (names.length > 0 || lexicon.isSpaceless) return '';
  const statement = firstStatement(answer);
  const placeOf = (name: string) => statement.toLowerCase().indexOf(name.toLowerCase());
  const [winner] = alternativesIn(question, lexicon)
    .filter((name) => placeOf(name) >= 0)
    .sort((a, b) => placeOf(a) - placeOf(b));
  if (isChoice && winner !== undefined && asksForName(question, lexicon)) return winner;
  const stems = new Set([...content, ...contentOf(background, lexicon)].map(stem));
  const matching = toSentences(plainBeginning(answer)).filter((sentence) =>
    toWords(sentence).some((word) => stems.has(stem(word))),
  );
  const [only = ''] = matching;
  const old = toWords(question);
  const found = namesIn(only).find(
    (name) => isChoice || (name.includes(' ') && !toWords(name).every((word) => old.includes(word))),
  );
  return matching.length === 1 ? (found ?? '') : '';
}

/** The two words or names beside "or": "v8 or v15"; empty if there are none. */
function alternativesIn(question: string, { words }: Lexicon): readonly string[] {
  const asked = (question.match(WORD) ?? []).slice(0, MAX_QUESTION_WORDS);
  const at = asked.findIndex((word) => words.choices.has(word.toLowerCase()));
  if (at <= 0 || at === asked.length - 1) return [];
  const [one, other] = [asked.slice(0, at).join(' '), asked.slice(at + 1).join(' ')];
  const first = namesIn(`a ${one}`).at(-1);
  const second = namesIn(`a ${other}`)[0];
  if (first !== undefined && second !== undefined) return [first, second];
  return [asked[at - 1] ?? '', asked[at + 1] ?? ''];
}

function isAny(word: string, alternatives: readonly string[]): boolean {
  return alternatives.some((each) => each.toLowerCase().includes(word.toLowerCase()));
}

/** Whether a question names two things: "Oslo or Bergen", "the difference between leasing and buying". */
export function namesAlternatives(question: string, { lexicon }: Pick<FollowUp, 'lexicon'>): boolean {
  return namesIn(question).length === 2 || toWords(question).some((word) => lexicon.words.joins.has(word));
}

/**
 * The person that a personal pronoun refers to: the only full name in the answer, or the name after "who
 * was". Empty if there could be another one.
 */
export function personOf({ question, answer }: Understood, { lexicon, refers, names }: FollowUp): string {
  const { who, articles } = lexicon.words;
  if (!refers.has('person') || names.length > 0) return '';
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
function isAboutName(question: string, names: readonly string[], { words: lists }: Lexicon): boolean {
  const [, verb = '', ...others] = toWords(question);
  const [name = ''] = names;
  return names.length === 1 && lists.yes.has(verb) && others.join(' ') === toWords(name).join(' ');
}

/** The name that an answer gives to "who", "which" or "where"; empty if the question asked for none. */
export function focusOf({ question, answer }: Understood, { lexicon }: Pick<FollowUp, 'lexicon'>): string {
  const statement = firstStatement(answer);
  if (lexicon.isCaseless) return asksForName(question, lexicon) ? (CLAUSE.exec(statement)?.[0] ?? '') : '';
  const old = new Set(toWords(question));
  const isNew = (name: string) => name !== '' && !toWords(name).every((word) => old.has(word));
  const names = namesIn(`– ${statement}`).map((name) => withoutArticle(name, lexicon.words.articles));
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
function asksForName(question: string, { words: lists, isSpaceless }: Lexicon): boolean {
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

function telling(question: string, lexicon: Lexicon): Telling {
  const names = namesIn(question)
    .filter((name) => name.length > 1)
    .slice(0, MAX_WORDS);
  const inNames = new Set(names.flatMap(toWords));
  const content = contentOf(question, lexicon).filter((word) => !inNames.has(word));
  const others = lexicon.isSpaceless ? joinedRuns(question, content) : content;
  return { names, others: others.slice(0, MAX_WORDS - names.length) };
}

/** Words that stand side by side in a text without spaces, as one. */
function joinedRuns(text: string, words: readonly string[]): readonly string[] {
  const runs: string[] = [];
  for (const word of words) {
    const last = runs.at(-1) ?? '';
    if (last !== '' && text.toLowerCase().includes(last + word)) runs[runs.length - 1] = last + word;
    else runs.push(word);
  }
  return runs;
}

/** The first sentence of an answer without its markup. */
export function firstStatement(answer: string): string {
  const sentences = toSentences(plainBeginning(answer).split('\n', 1)[0] ?? '');
  // "Yes." alone says nothing.
  const at = sentences.findIndex((sentence) => toWords(sentence).length > 1);
  const first = sentences[at] ?? '';
  const whole = INITIAL.test(first) ? `${first}${sentences[at + 1] ?? ''}` : first;
  return whole.replace(/\s+([.,;:!?])/g, '$1').trim();
}

function plainBeginning(answer: string): string {
  return answer.slice(0, BEGINNING).toWellFormed().replace(MARKUP, '').trim();
}
