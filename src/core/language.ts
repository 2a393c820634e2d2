import { EVERYDAY_WORDS } from './everyday-words.ts';
import { STOP_WORDS } from './stop-words.ts';
import { toWords } from './words.ts';

/** The code for "not determined" (ISO 639-2). */
export const UNDETERMINED = 'und';

/** Word lists that distinguish languages in Latin script, by language code. */
const BY_WORDS = {
  en: 'english',
  es: 'spanish',
  de: 'german',
  fr: 'french',
  pt: 'portuguese',
  it: 'italian',
  nl: 'dutch',
} as const;

const latin = Object.entries(BY_WORDS).map(([code, list]) => ({
  code,
  words: toSet(STOP_WORDS[list]),
  everyday: toSet(EVERYDAY_WORDS[code]),
}));
const russian = toSet(STOP_WORDS.russian);
const chinese = toSet(STOP_WORDS.chinese);
/** Chinese function words that also occur in Japanese headlines: 東京都, 日本対韓国. */
const JAPANESE_TOO = /^[都得在和与與及或誰有也就被把対對到於之其]$/;
/** Simplified characters, which Japanese writes in another form, and "how" before an adjective. */
const CHINESE_ONLY =
  /[们这说时间东车长门问马玛电话买卖岁样给让吗呢么为从对还过进边见观认识谁谢请业务员产开关发现头动气汉书术级红经结网罗节药费视论设语课谈货达运选钟银错际难题风飞饭馆鱼鸟龙]|有多/u;
/** Only Spanish opens a question or an exclamation with a sign. */
const SPANISH_SIGN = /[¿¡]/u;

/** Words that the lists omit because they mean something in another language, but that identify this one. */
const TELLING: Readonly<Record<string, string>> = { hat: 'de', die: 'de', es: 'es', son: 'es', come: 'it' };
/** `Le Monde` and `Die Zeit` are names: everyday words count only in a longer text. */
const LEAST_WORDS_EVERYDAY = 3;

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
 * The language of a question as an ISO 639-1 code, or `und`: by its script, and in Latin script by its
 * function words, of which one language must have more than any other. If in doubt it returns `und`, because
 * a back-end that is told a language finds little in others.
 */
export function detectLanguage(text: string): string {
  const letters = text.match(LETTERS)?.length ?? 0;
  if (letters === 0) return UNDETERMINED;
  const others = letters - (text.match(LATIN)?.length ?? 0);
  // A name in Latin letters may have more letters than the Chinese question around it.
  if (others * 3 < letters) return inLatin(text);
  const script = SCRIPTS.find(([letter]) => letter.test(text));
  return script === undefined ? UNDETERMINED : script[1](text);
}

/**
 * The language with the most function and everyday words, at least two, of which one is a function word; a
 * single one is too often a name (`La La Land`).
 */
function inLatin(text: string): string {
  const words = [...new Set(toWords(text))];
  const scores = latin.map(({ code, words: own, everyday }) => {
    const functional = words.filter((word) => own.has(word) || TELLING[word] === code);
    const others = words.filter((word) => everyday.has(word) && !functional.includes(word));
    if (functional.length === 0 || words.length < LEAST_WORDS_EVERYDAY)
      return { code, score: functional.length };
    const signs = code === 'es' && SPANISH_SIGN.test(text) ? 1 : 0;
    return { code, score: functional.length + others.length + signs };
  });
  scores.sort((one, other) => other.score - one.score);
  const [best, second] = scores;
  if (best === undefined || second === undefined) return UNDETERMINED;
  return best.score >= 2 && best.score > second.score ? best.code : UNDETERMINED;
}

/**
 * Russian by its function words, unless it has letters or spellings of Ukrainian, Belarusian, Serbian or
 * Bulgarian.
 */
function inCyrillic(text: string): string {
  if (/[іїєґўјљњђћџѓќѕ]|ъ(?![еёюя])/iu.test(text)) return UNDETERMINED;
  return /[ыэё]/iu.test(text) || toWords(text).some((word) => russian.has(word)) ? 'ru' : UNDETERMINED;
}

function toSet(list = ''): ReadonlySet<string> {
  return new Set(list.split(/\s+/u));
}
