import { intentWordsFor } from './intent-words.ts';
import { consistsOf, hasAny, type Plain, phraseAt, plainForms, startsWithAny } from './phrases.ts';

/** Longer messages say something else, too. */
const MAX_CHARS = 120;
/** "Reply with": the quoted reply may have this many words. */
const MAX_REPLY_WORDS = 4;
const QUOTE = /["“”'‘’「」«»][^"“”'‘’「」«»]*["“”'‘’「」«»]/u;

/** Whether a message is only a greeting, thanks, or a question about the program itself. */
export function isSmallTalk(message: string): boolean {
  if (message.length > MAX_CHARS) return false;
  const plain = plainForms(message);
  return intentWordsFor(message).some(({ isSpaceless, lists }) =>
    consistsOf(plain(isSpaceless), { telling: lists.smallTalk, others: lists.besidesSmallTalk }),
  );
}

/** Thanks are near the beginning, and say little else. */
const MAX_WORDS_BEFORE_THANKS = 3;
const MAX_THANKS_WORDS = 16;
const MAX_THANKS_CHARS = 240;
/** "ah", "x": in characters. */
const MAX_SIGN_CHARS = 2;
const SENTENCE_END = /[.!…]+/u;

/** Whether a message ends with thanks in its own words ("perfect, that's all"), unlike a title. */
export function isThanks(message: string): boolean {
  if (message.length > MAX_THANKS_CHARS || message.includes('?')) return false;
  const sentences = message.split(SENTENCE_END).filter((sentence) => sentence.trim() !== '');
  return isThanking(sentences.at(-1) ?? '');
}

function isThanking(sentence: string): boolean {
  const plain = plainForms(sentence);
  return intentWordsFor(sentence).some(({ isSpaceless, lists }) => {
    const { thanks, selves, answers, questions, forms, besides } = lists;
    if (isSpaceless) return false;
    const whole = plain(isSpaceless);
    const found = thanksIn(whole, thanks);
    if (found === null || whole.text.split(' ').length > MAX_THANKS_WORDS || startsWithAny(whole, questions))
      return false;
    if (hasAny(found.rest, forms)) return false;
    const small = [...besides, ...thanks];
    const isSmall = (word: string) => word.length <= MAX_SIGN_CHARS || small.includes(word);
    return hasAny(found.rest, [...selves, ...answers]) || found.rest.text.split(' ').every(isSmall);
  });
}

/** The longest thanks among the first words, and the text without them; null if there are none. */
function thanksIn(plain: Plain, thanks: readonly string[]): { readonly rest: Plain } | null {
  let at = 0;
  for (let word = 0; word <= MAX_WORDS_BEFORE_THANKS; word++) {
    const length = phraseAt(plain, at, thanks);
    const around = [plain.text.slice(0, at), plain.text.slice(at + length)];
    if (length > 0) return { rest: { ...plain, text: around.join(' ').replace(/ +/g, ' ').trim() } };
    at = plain.text.indexOf(' ', at) + 1;
    if (at === 0) return null;
  }
  return null;
}

/** Whether a message only tests the connection: "ping", "reply with OK". */
export function isPing(message: string): boolean {
  if (message.length > MAX_CHARS) return false;
  const plain = plainForms(message);
  const around = quotedWords(message) === 0 ? null : plainForms(message.replace(QUOTE, ' '));
  return intentWordsFor(message).some(({ isSpaceless, lists }) => {
    const { talk, pings, replyBesides: others, tokens } = lists;
    const whole = plain(isSpaceless);
    if (consistsOf(whole, { telling: pings, others: talk })) return true;
    // In Japanese, the words around the reply ask for it.
    const telling = lists.replies.length > 0 ? lists.replies : lists.replyFillers;
    if (around !== null) return consistsOf(around(isSpaceless), { telling, others });
    return (
      consistsOf(whole, { telling, others: lists.replyWords }) &&
      consistsOf(whole, { telling: tokens, others: lists.replyWords })
    );
  });
}

/** The number of words of a short quoted text; 0 if there is none. */
function quotedWords(message: string): number {
  const words = /["“「«]([^"”」»]*)["”」»]/u.exec(message)?.[1]?.trim().split(/\s+/u).length ?? 0;
  return words <= MAX_REPLY_WORDS ? words : 0;
}
