import words from './everyday-words.json' with { type: 'json' };
import { STOP_WORDS, toWords } from './words.ts';

/**
 * Common words of everyday questions that identify the language of a short question: "Wie viele Menschen
 * leben in Japan?". They have a meaning of their own, so they are not stop words. The lists are by language
 * code and in lower case; they were compiled for Sayso and are not complete. A word of two languages is in
 * both lists.
 */
const EVERYDAY_WORDS: Readonly<Record<string, string>> = words;

/** The code for "not determined" (ISO 639-2). */
export const UNDETERMINED = 'und';

/** The languages in Latin script that are told apart by their words, with the names of their stop words. */
const LATIN_LANGUAGES = [
  { code: 'en', list: 'english' },
  { code: 'es', list: 'spanish' },
  { code: 'de', list: 'german' },
  { code: 'fr', list: 'french' },
  { code: 'pt', list: 'portuguese' },
  { code: 'it', list: 'italian' },
  { code: 'nl', list: 'dutch' },
] as const;

const russian = toSet(STOP_WORDS.russian);
const chinese = toSet(STOP_WORDS.chinese);
/** Chinese function words that also occur in Japanese headlines: 東京都, 日本対韓国. */
const JAPANESE_TOO = /^[都得在和与與及或誰有也就被把対對到於之其]$/;
/** Simplified characters that Japanese writes differently, and the Chinese "how" before an adjective. */
const CHINESE_ONLY =
  /[们这说时间东车长门问马玛电话买卖岁样给让吗呢么为从对还过进边见观认识谁谢请业务员产开关发现头动气汉书术级红经结网罗节药费视论设语课谈货达运选钟银错际难题风飞饭馆鱼鸟龙]|有多/u;
/** Only Spanish opens a question or an exclamation with a sign. */
const SPANISH_SIGN = /[¿¡]/u;

/** Words that the lists omit because they mean something in another language, but that identify this one. */
const TELLING: Readonly<Record<string, string>> = { hat: 'de', die: 'de', es: 'es', son: 'es', come: 'it' };
/** Everyday words count only in texts of this many words: `Le Monde` and `Die Zeit` are names. */
const MIN_WORDS_EVERYDAY = 3;

const NO_LANGUAGE: readonly string[] = [];
/** The languages that have a word, by its kind. */
const FUNCTIONAL_IN = languagesByWord(({ code, list }) => [
  ...toSet(STOP_WORDS[list]),
  ...Object.keys(TELLING).filter((word) => TELLING[word] === code),
]);
const EVERYDAY_IN = languagesByWord(({ code }) => EVERYDAY_WORDS[code]?.split(/\s+/u) ?? []);

const ONLY_ASCII = /^[\0-\x7f]*$/;
const LETTERS = /\p{L}/gu;
const LATIN = /\p{Script=Latin}/gu;

/** Scripts and their languages; the first script that occurs decides. */
const SCRIPTS: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, () => 'ja'],
  [/\p{Script=Hangul}/u, () => 'ko'],
  // Without kana it may still be a Japanese headline.
  [
    /\p{Script=Han}/u,
    (text) =>
      CHINESE_ONLY.test(text) || toWords(text).some((word) => chinese.has(word) && !JAPANESE_TOO.test(word))
        ? 'zh'
        : UNDETERMINED,
  ],
  // Letters found only in Persian, Urdu and related languages.
  [/\p{Script=Arabic}/u, (text) => (/[پچژگکیٹڈڑںھہے]/u.test(text) ? UNDETERMINED : 'ar')],
  [/\p{Script=Cyrillic}/u, inCyrillic],
  [/\p{Script=Greek}/u, () => 'el'],
  [/\p{Script=Hebrew}/u, () => 'he'],
  [/\p{Script=Thai}/u, () => 'th'],
  [/\p{Script=Devanagari}/u, () => 'hi'],
];

/**
 * The language of a question as an ISO 639-1 code, or `und`. The script decides; in Latin script, the
 * function words decide, and one language must have more of them than any other. If in doubt, it returns
 * `und`, because a back-end that gets a language finds little in others.
 */
export function detectLanguage(text: string): string {
  if (ONLY_ASCII.test(text)) return inLatin(text);
  const letters = text.match(LETTERS)?.length ?? 0;
  if (letters === 0) return UNDETERMINED;
  const others = letters - (text.match(LATIN)?.length ?? 0);
  // A name in Latin letters may have more letters than the Chinese question around it.
  if (others * 3 < letters) return inLatin(text);
  const script = SCRIPTS.find(([letter]) => letter.test(text));
  return script === undefined ? UNDETERMINED : script[1](text);
}

/** The language with the most function and everyday words: at least two, one a function word. */
function inLatin(text: string): string {
  const words = new Set(toWords(text));
  const functional = new Map<string, number>();
  const everyday = new Map<string, number>();
  const count = (counts: Map<string, number>, code: string) => counts.set(code, (counts.get(code) ?? 0) + 1);
  for (const word of words) {
    const asFunctionWord = FUNCTIONAL_IN.get(word) ?? NO_LANGUAGE;
    for (const code of asFunctionWord) count(functional, code);
    for (const code of EVERYDAY_IN.get(word) ?? NO_LANGUAGE)
      if (!asFunctionWord.includes(code)) count(everyday, code);
  }
  let best = { code: UNDETERMINED, score: 1 };
  let secondScore = 1;
  for (const [code, functionWords] of functional) {
    const signs = code === 'es' && SPANISH_SIGN.test(text) ? 1 : 0;
    const score = functionWords + (words.size < MIN_WORDS_EVERYDAY ? 0 : (everyday.get(code) ?? 0) + signs);
    secondScore = Math.max(secondScore, Math.min(score, best.score));
    if (score > best.score) best = { code, score };
  }
  return best.score > secondScore ? best.code : UNDETERMINED;
}

function languagesByWord(
  wordsOf: (language: (typeof LATIN_LANGUAGES)[number]) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, readonly string[]>();
  for (const language of LATIN_LANGUAGES)
    for (const word of new Set(wordsOf(language)))
      languages.set(word, [...(languages.get(word) ?? NO_LANGUAGE), language.code]);
  return languages;
}

/** `ru` for Cyrillic text with Russian function words or letters and none of its neighbours'; else `und`. */
function inCyrillic(text: string): string {
  if (/[іїєґўјљњђћџѓќѕ]|ъ(?![еёюя])/iu.test(text)) return UNDETERMINED;
  return /[ыэё]/iu.test(text) || toWords(text).some((word) => russian.has(word)) ? 'ru' : UNDETERMINED;
}

function toSet(list = ''): ReadonlySet<string> {
  return new Set(list.split(/\s+/u));
}

/** Includes SearXNG's `all`, which has three letters like a language. */
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;
const MAX_CHARS = 35;

/** True for text in the form of a BCP 47 tag such as `de` or `pt-BR`; back-ends understand nothing else. */
export function isLanguageTag(text: string): boolean {
  return text.length <= MAX_CHARS && LANGUAGE_TAG.test(text);
}
