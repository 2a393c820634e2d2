import { once } from '../text/once.ts';
import { isStopWord, stem, toWords } from '../text/words.ts';
import { type Undenied, undeniedCharacters, undeniedWords } from './opposites.ts';

/** Words that deny a statement, by language. */
const DENYING: Readonly<Record<string, string>> = {
  en: `not no never none nor cannot neither nobody nothing without can't don't doesn't didn't isn't aren't
    wasn't weren't won't wouldn't couldn't shouldn't hasn't haven't hadn't`,
  de: 'nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder',
  fr: 'ne pas jamais aucun aucune rien sans ni',
  es: 'no nunca jamás ningún ninguna ninguno nada nadie sin ni tampoco',
  pt: 'não nunca jamais nenhum nenhuma nada ninguém sem nem',
  it: 'non mai nessun nessuno nessuna nulla niente senza né',
  ar: 'لا لم لن ليس ليست غير دون بدون',
  el: 'δεν δε μην χωρίς ούτε κανένας καμία κανένα',
  nl: 'niet geen nooit niemand niets zonder noch',
  pl: 'nie nigdy nikt nic bez żaden żadna żadne',
  ro: 'nu nici niciun nicio niciodată nimeni nimic fără',
  ru: 'не ни нет никогда никто ничего без',
  tr: 'değil değildir değildi yok yoktur hiç hiçbir',
};
/** Words that deny weakly: a source with such a word may still agree with a statement that contains `not`. */
const NEARLY_DENYING: Readonly<Record<string, string>> = {
  en: `unable fail fails failed failing lack lacks lacked lacking absence absent hardly rarely few little deny
    denies denied refuse refuses refused avoid avoids prevent prevents prevented stop stopped rather instead
    unlikely impossible except exclude excludes excluding illegal banned only than until free`,
  de: 'unmöglich kaum selten fehlt fehlen verweigert verbietet verboten außer statt nur',
  fr: "impossible rarement manque interdit refuse sauf seulement peu n'est n'a n'ont n'était n'y",
  es: 'imposible rara falta prohibido salvo excepto solo sólo pocos poco',
  pt: 'impossível raramente falta proibido exceto apenas poucos pouco só',
  it: 'impossibile raramente manca vietato tranne solo poco pochi',
};
/** In `No, it is open` and `No. It is open`, the first word is an answer and does not deny what follows. */
const ANSWER = /^[^\p{L}]*(?:no|non|não|nein)\s?[,.:;!–—]/iu;
/** `Not only good` is not a denial. */
const AFTER_EMPTY_DENIAL = new Set([
  'only',
  'just',
  'merely',
  'nur',
  'seulement',
  'solo',
  'sólo',
  'apenas',
  'só',
]);
/** These say `however` or `certainly` and deny nothing. */
const EMPTY_DENIALS = new Set([
  ...['sin embargo', 'no obstante', 'não obstante', 'no doubt', 'without doubt', 'ohne zweifel'],
  ...['sans doute', 'sin duda', 'sem dúvida', 'senza dubbio'],
]);
/** Words in which a denying character denies nothing: `very`, `future`, `however`, `Africa`. */
const FIXED_WORDS =
  /^(?:非常|非洲|未来|未來|无论|無論|无数|無数|無數|无线|無線|不仅|不僅|不但|不过|不過|不论|不断|不久|不少)/u;
/** Chinese and Japanese put no spaces between words, so denials are recognised by these characters. */
const DENYING_CHARACTERS: Readonly<Record<string, RegExp>> = {
  zh: /[不没未无非無]|沒有/u,
  ja: /な[いかく]|ません|ずに|無|非|未|不/u,
};
/** A word in Hiragana only is mostly an ending, which changes with the denial. */
const JAPANESE_ENDING = /^\p{Script=Hiragana}+$/u;
/** A denial applies to this many meaningful words before and after the denying word. */
const BEFORE = 2;
const AFTER = 3;
const PHRASE = 2;

const denying = toSets(DENYING);
const nearlyDenying = toSets(NEARLY_DENYING);

/** The denials in a text. */
export type Denials = {
  /** The stems of the words next to its denying words. */
  readonly denied: ReadonlySet<string>;
  /** The stems of the first two meaningful words after each denying word. */
  readonly phrases: readonly (readonly string[])[];
  /** The stems of the text's words that deny weakly. */
  readonly softly: ReadonlySet<string>;
  /** True if any of its words denies, even weakly. */
  readonly isSoft: boolean;
  /** True if one of its words denies, but not weakly. False for most sentences, which need no comparison. */
  readonly denies: boolean;
  /** The text without its denials, made when it is first needed. */
  readonly undenied: () => Undenied;
};

/** The denials in a text in a language (a BCP 47 tag). */
export function denialsIn(text: string, language: string): Denials {
  const code = language.slice(0, 2);
  const words = toWords(text);
  const characters = DENYING_CHARACTERS[code];
  const isDenying = (word: string) =>
    characters === undefined
      ? denying.get(code)?.has(word) === true || word.endsWith("n't")
      : characters.test(word) && !FIXED_WORDS.test(word);
  // A segmenter may cut the word for radio after the character that denies elsewhere.
  const isFixed = (word: string, next = '') =>
    EMPTY_DENIALS.has(`${word} ${next}`) || (characters !== undefined && FIXED_WORDS.test(word + next));
  const deniesAt = (word: string, at: number) => isDenying(word) && !isFixed(word, words[at + 1]);
  const denied = new Set<string>();
  const phrases: (readonly string[])[] = [];
  const softly = new Set(words.filter((word) => nearlyDenying.get(code)?.has(word)).map(stem));
  let isSoft = softly.size > 0;
  let denies = UNSPACED_DENIAL[code]?.test(text) ?? false;
  for (const [at, word] of words.entries()) {
    if (!deniesAt(word, at)) continue;
    denies = true;
    if (at === 0 && ANSWER.test(text)) continue;
    isSoft = true;
    if (AFTER_EMPTY_DENIAL.has(words[at + 1] ?? '')) continue;
    const before = words
      .slice(Math.max(0, at - 8), at)
      .filter(isMeaningful)
      .slice(-BEFORE);
    const after = words
      .slice(at + 1, at + 10)
      .filter(isMeaningful)
      .slice(0, AFTER);
    for (const near of [...before, ...after]) denied.add(stem(near));
    phrases.push(after.slice(0, PHRASE).map(stem));
  }
  const undenied = once(() => undeniedIn(text, words, { code, deniesAt }));
  return { denied, phrases, softly, isSoft, denies, undenied };

  function isMeaningful(word: string): boolean {
    return !isStopWord(word) && !isDenying(word) && !JAPANESE_ENDING.test(word);
  }
}

/** Denials are removed from at most this many words of a text; in Chinese and Japanese, characters. */
const MAX_UNDENIED = 500;
/** Denying parts of Chinese and Japanese words, inside a word or at the end of a verb. */
const UNSPACED_DENIAL: Readonly<Record<string, RegExp>> = {
  zh: /(?:没有|沒有|无法|無法|并非|並非|[没沒]|不(?![仅僅但过過论断久少])|未(?![来來]))/u,
  ja: /(?<![少危切])な(?:い|かった|く|ければ)|ませんでした|ません/u,
};

function undeniedIn(
  text: string,
  words: readonly string[],
  { code, deniesAt }: { readonly code: string; readonly deniesAt: (word: string, at: number) => boolean },
): Undenied {
  const unspaced = UNSPACED_DENIAL[code];
  return unspaced === undefined
    ? undeniedWords(words.slice(0, MAX_UNDENIED), deniesAt)
    : undeniedCharacters(text.slice(0, MAX_UNDENIED), new RegExp(unspaced, 'gu'), code === 'ja');
}

function toSets(lists: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(lists).map(([code, words]) => [code, new Set(words.split(/\s+/u))]));
}
