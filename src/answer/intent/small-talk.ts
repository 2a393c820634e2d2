import { languagesOf } from './intent-words.ts';
import { consistsOf, plainForms } from './phrases.ts';

/** Longer messages say something else, too. */
const MAX_CHARS = 120;
/** "Reply with": the quoted reply may have this many words. */
const MAX_REPLY_WORDS = 4;
const QUOTE = /["“”'‘’「」«»][^"“”'‘’「」«»]*["“”'‘’「」«»]/u;

/** Whether a message is only a greeting, thanks, or a question about the program itself. */
export function isSmallTalk(message: string): boolean {
  if (message.length > MAX_CHARS) return false;
  const plain = plainForms(message);
  return languagesOf(message).some(({ isSpaceless, lists }) =>
    consistsOf(plain(isSpaceless), { telling: lists.said, others: lists.saidBesides }),
  );
}

/** Whether a message only tests the connection: "ping", "reply with OK". */
export function isPing(message: string): boolean {
  if (message.length > MAX_CHARS) return false;
  const plain = plainForms(message);
  const around = quotedWords(message) === 0 ? null : plainForms(message.replace(QUOTE, ' '));
  return languagesOf(message).some(({ isSpaceless, lists }) => {
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
