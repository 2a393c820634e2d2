import { toSentences } from '../../lib/text/sentences.ts';
import { isStopWord, stem, toWords } from '../../lib/text/words.ts';
import { alternativesIn } from './alternatives.ts';
import { contentOf, type FollowUp } from './follow-up.ts';
import type { Lexicon } from './lexicon.ts';
import { itemAt } from './list-item.ts';
import { namesIn } from './names.ts';
import { asksForName, expandedName, firstStatement, focusOf, plainBeginning } from './names-in-answer.ts';
import type { ResolvedTurn } from './resolved-turn.ts';

const YEAR = /\b(?:1[0-9]|20)\d\d\b/;
const WORD = /[\p{L}\p{M}\p{N}'’-]+/gu;
/** A message with fewer words than these beside a name says little of it. */
const MIN_OWN_WORDS = 2;
/** More words than these describe a subject no better. */
const MAX_WORDS = 8;

/** The names of a question as they are written, and its other content words. */
type QuestionWords = { readonly names: readonly string[]; readonly others: readonly string[] };

/** The words that a message lacks because they are in the conversation before it, the most telling first. */
export function contextOf(message: FollowUp, before: ResolvedTurn): string {
  const known = new Set(message.words);
  const isNew = (words: string) => {
    const all = toWords(words);
    const hasNew = all.some((word) => !known.has(word));
    for (const word of all) known.add(word);
    return hasNew;
  };
  const { background, pronoun, start, lexicon } = message;
  const isNeeded = pronoun !== null || start === 'correction' || start === 'limit';
  const names = lexicon.capitalNouns ? [] : namesIn(background);
  return [...missingWords(message, before), ...(isNeeded ? [background] : names)].filter(isNew).join(' ');
}

/**
 * What the message refers to, by the first of these that it has: a part of a name, a correction, the position
 * of an item, "both", a place, a time, a choice, a pronoun. The order is from the most certain to the least.
 */
function missingWords(message: FollowUp, before: ResolvedTurn): readonly string[] {
  const { refers, position, lexicon, start, pronoun, isChoice } = message;
  const { question, answer, earlier, compared } = before;
  const { names, others } = withoutReplaced(questionWords(question, lexicon), message, question);
  const whole = expandedName(message.own, answer);
  const isVague = message.content.filter((word) => !toWords(whole).includes(word)).length < MIN_OWN_WORDS;
  if (whole !== '') return isVague ? [whole, ...names] : [whole];
  if (start === 'limit' || start === 'correction') return [...names, ...others];
  const alternatives = alternativesIn(question, lexicon);
  const item = position === null ? '' : itemOf(position, alternatives, answer);
  const isNamed = item !== item.toLowerCase();
  if (item !== '') return isNamed ? [item] : [item, ...others.filter((word) => !alternatives.includes(word))];
  const focus = focusOf(before, message);
  const asked = [...names, ...others];
  if (refers.has('two')) return compared === undefined ? [focus, ...asked, ...namesIn(earlier)] : [compared];
  if (refers.has('place')) return placeWords(before, { names, others }, message);
  if (refers.has('time')) return [yearOf(before), ...(message.names.length > 0 ? [] : asked)];
  const chosen = isChoice || message.isRelated ? chosenName(message, before) : '';
  if (chosen !== '') return [chosen, ...asked.filter((word) => !isAny(word, alternatives))];
  const isOne = refers.has('person') || refers.has('thing');
  if (pronoun !== null && isOne && focus !== '') return [focus];
  if (refers.has('person') && names[0] !== undefined) return [names[0]];
  return [focus, ...asked];
}

/** The item at a position: of the alternatives in the question, otherwise of the list in its answer. */
function itemOf(position: number, alternatives: readonly string[], answer: string): string {
  if (alternatives.length > 0) return alternatives.at(position) ?? '';
  return itemAt(plainBeginning(answer), position);
}

/** The question without a place or year that the message replaces: "is it the same in Portugal?" */
function withoutReplaced(
  { names, others }: QuestionWords,
  { own, refers, start, lexicon }: FollowUp,
  question: string,
): QuestionWords {
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

/** What "there" refers to: places and names; the other words of the question only if there are none. */
function placeWords(
  before: ResolvedTurn,
  { names, others }: QuestionWords,
  message: FollowUp,
): readonly string[] {
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
    const before = text.slice(0, text.indexOf(name)).toLowerCase().trim().split(/\s+/u);
    const [last = '', previous = ''] = before.toReversed();
    return words.locatives.has(last) || (words.articles.has(last) && words.locatives.has(previous));
  };
  if (text !== text.toLowerCase()) return namesIn(`a ${text}`).filter(isPlaced);
  const all = text.match(WORD) ?? [];
  return all.filter((word, at) => words.locatives.has(all[at - 1] ?? '') && !isStopWord(word));
}

function yearOf({ question, answer }: ResolvedTurn): string {
  return YEAR.exec(question)?.[0] ?? YEAR.exec(plainBeginning(answer))?.[0] ?? '';
}

/**
 * "The cheaper one" is what the answer to a choice names first, or the name in the only sentence of the
 * answer that has a content word of the message; so is the full name of "the author of the words".
 */
function chosenName(message: FollowUp, { question, answer }: ResolvedTurn): string {
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

function isAny(word: string, alternatives: readonly string[]): boolean {
  return alternatives.some((each) => each.toLowerCase().includes(word.toLowerCase()));
}

function questionWords(question: string, lexicon: Lexicon): QuestionWords {
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
