import { toWords } from '../../lib/text/words.ts';
import { contentOf, type FollowUp } from './follow-up.ts';
import { namesIn } from './names.ts';

const YEAR = /\b(?:1[5-9]|20)\d\d\b/;
/** Letters of one word without spaces: a name, a noun. */
const NOUN = '[\\p{Script=Han}\\p{Script=Katakana}\\p{Script=Latin}ー\\p{N}]{1,12}';
/** The first word of a Japanese question, if it could be its topic. */
const TOPIC = new RegExp(`^${NOUN}(?=の|は|から|まで|で|に|が)`, 'u');
/** A Japanese word and its particle: 大阪では. */
const PARTICLE = /^(.+?)(から|まで|では|には|での|で|に|の|を|が|へ)$/u;
/** Words of a Chinese name stand behind these. */
const BEFORE_NAME = /^(?:到|去|在|从|对|给|比|用)/u;

/** The previous question with a part replaced. */
export type Swapped = {
  readonly text: string;
  /** True if only one part of the question could be meant. */
  readonly isCertain: boolean;
  /** The new part and the old one, which a later message may compare. */
  readonly compared?: string;
};

/** "And in Germany?": the previous question with a part replaced by the message; null if none fits. */
export function swap(old: string, message: FollowUp): Swapped | null {
  if (message.lexicon.isSpaceless) return swapSpaceless(old, message);
  const found = swapYear(old, message) ?? swapName(old, message);
  if (found !== null && message.start !== 'correction') return found;
  // "I meant the animal" says more about the noun before than it replaces.
  if (found !== null) return message.lexicon.capitalNouns ? null : { ...found, isCertain: false };
  if (message.start === 'correction') return swapLastNoun(old, message);
  return message.start === 'change' || message.start === 'none' ? swapNoun(old, message) : null;
}

function swapYear(old: string, { own, content }: FollowUp): Swapped | null {
  const year = YEAR.exec(own)?.[0];
  const years = old.match(new RegExp(YEAR, 'g')) ?? [];
  if (year === undefined || content.length > 1 || years.length === 0) return null;
  return { text: old.replace(YEAR, year), isCertain: years.length === 1 };
}

function swapName(old: string, { own, names, content, lexicon }: FollowUp): Swapped | null {
  const [name] = names;
  const oldNames = namesIn(old);
  const last = oldNames.at(-1);
  const knownWords = new Set([...toWords(name ?? ''), ...toWords(old)]);
  if (name === undefined || last === undefined || !content.every((word) => knownWords.has(word))) return null;
  const lead = own.slice(0, own.indexOf(name));
  const behind = oldNames.filter(
    (each) => lead.trim() !== '' && old.toLowerCase().includes(` ${lead}${each}`.toLowerCase()),
  );
  const [only] = behind;
  if (only !== undefined) return replacePart(old, { by: name, part: only, isCertain: behind.length === 1 });
  if (lexicon.capitalNouns && lead.trim() !== '' && oldNames.length > 1) return null;
  return replacePart(old, { by: name, part: last, isCertain: oldNames.length === 1 });
}

function replacePart(
  old: string,
  { by, part, isCertain }: { readonly by: string; readonly part: string; readonly isCertain: boolean },
): Swapped {
  return { text: old.replace(part, () => by), isCertain, compared: `${by} ${part}` };
}

/** "And a banana?" replaces what is behind the same first word, or else the noun at the end; or null. */
function swapNoun(old: string, { own, content, lexicon }: FollowUp): Swapped | null {
  const [first = '', ...others] = own.split(/\s+/u);
  const noun = others.join(' ');
  const oldWords = old.split(/\s+/u);
  const at = oldWords.findLastIndex((word) => word.toLowerCase() === first.toLowerCase());
  const isArticle = lexicon.words.articles.has(first.toLowerCase());
  if (content.length === 0 || content.length > 2) return null;
  // "And in winter?" does not replace a place.
  const isName = !lexicon.capitalNouns && /^\p{Lu}/u.test(oldWords[at + 1] ?? '');
  if (at >= 0 && noun !== '' && !isName) {
    const isOnly = oldWords.filter((word) => word.toLowerCase() === first.toLowerCase()).length === 1;
    return {
      text: [...oldWords.slice(0, at + 1), noun, ...oldWords.slice(at + 2)].join(' '),
      isCertain: isArticle && isOnly && at === oldWords.length - 2,
      compared: `${noun} ${oldWords[at + 1] ?? ''}`,
    };
  }
  // The article may differ, because the new noun has another gender.
  const articleAt = oldWords.findLastIndex((word) => lexicon.words.articles.has(word.toLowerCase()));
  if (isArticle && articleAt > 0 && articleAt === oldWords.length - 2)
    return { text: [...oldWords.slice(0, articleAt), own].join(' '), isCertain: false };
  const last = oldWords.at(-1) ?? '';
  const isBare = !isArticle && own.split(/\s+/u).length === content.length;
  if (!isBare || contentOf(last, lexicon).length === 0) return null;
  return { text: [...oldWords.slice(0, -1), own].join(' '), isCertain: false };
}

/** "Actually a turkey of 5 kg": in place of the noun at the end, which has an article, too. */
function swapLastNoun(old: string, { own, lexicon }: FollowUp): Swapped | null {
  const { articles } = lexicon.words;
  const hasArticle = (phrase: string) =>
    articles.has(/^[\p{L}\p{M}]+['’]?/u.exec(phrase.toLowerCase())?.[0] ?? '');
  const end = /\s([\p{L}\p{M}]+(?:['’]|\s+))([\p{L}][\p{L}\p{M}-]*)$/u.exec(old);
  const isName = (phrase: string) => /^[\p{L}\p{M}]+(?:['’]|\s+)\p{Lu}/u.test(phrase);
  if (end !== null && isName(own) !== isName(end[0].trim())) return null;
  if (end === null || lexicon.capitalNouns || !hasArticle(own) || !hasArticle(end[1]?.trim() ?? ''))
    return null;
  return { text: `${old.slice(0, end.index)} ${own}`, isCertain: false };
}

/** The word with the same particle or preposition is replaced, otherwise the first that could be a topic. */
function swapSpaceless(old: string, { own }: FollowUp): Swapped | null {
  const [, topic = own, particle = ''] = PARTICLE.exec(own) ?? [];
  const preposition = BEFORE_NAME.exec(own)?.[0] ?? '';
  if (particle !== '' || preposition === '') {
    const replaced = particle === '' ? TOPIC : new RegExp(`${NOUN}(?=${particle})`, 'u');
    const text = old.replace(replaced, () => topic);
    if (text !== old) return { text, isCertain: false };
  }
  return swapChinese(old, { own, preposition });
}

function swapChinese(
  old: string,
  { own, preposition }: { own: string; preposition: string },
): Swapped | null {
  const words = toWords(old);
  const at = preposition === '' ? words.findIndex((word) => word.length > 1) : words.indexOf(preposition) + 1;
  const word = words[at];
  if (word === undefined || (preposition !== '' && at === 0)) return null;
  return { text: old.replace(`${preposition}${word}`, () => own), isCertain: false };
}
