import { languagesOf } from './intent-words.ts';
import { consistsOf, phraseAt, toPlain } from './phrases.ts';

/** Longer messages say something else, too. */
const MAX_CHARS = 120;
/** "Reply with": the quoted reply may have this many words. */
const MAX_REPLY_WORDS = 4;

/** Whether a message is only a greeting, thanks, or a question about the program itself. */
export function isSmallTalk(message: string): boolean {
  if (message.length > MAX_CHARS) return false;
  return languagesOf(message).some(({ isSpaceless, lists }) => {
    const plain = toPlain(message, isSpaceless);
    return consistsOf(plain, { telling: lists.said, others: lists.saidBesides });
  });
}

/** Whether a message only tests the connection: "ping", "reply with OK". */
export function isPing(message: string): boolean {
  if (message.length > MAX_CHARS) return false;
  return languagesOf(message).some(({ isSpaceless, lists }) => {
    const plain = toPlain(message, isSpaceless);
    const { talk, pings, replies, replyFillers, tokens, polite } = lists;
    if (consistsOf(plain, { telling: pings, others: talk })) return true;
    const isReply = isSpaceless || phraseAt(plain, 0, [...replies, ...polite]) > 0;
    if (!isReply) return false;
    if (quotedWords(message) > 0) {
      const around = toPlain(
        message.replace(/["“”'‘’「」«»][^"“”'‘’「」«»]*["“”'‘’「」«»]/u, ' '),
        isSpaceless,
      );
      return consistsOf(around, { telling: replies, others: [...replyFillers, ...polite] });
    }
    // In Japanese, the words around the reply ask for it.
    const asked = replies.length > 0 ? replies : replyFillers;
    return (
      consistsOf(plain, { telling: asked, others: [...replyFillers, ...tokens, ...polite] }) &&
      consistsOf(plain, { telling: tokens, others: [...replyFillers, ...replies, ...polite] })
    );
  });
}

/** The number of words of a short quoted text; 0 if there is none. */
function quotedWords(message: string): number {
  const words = /["“「«]([^"”」»]*)["”」»]/u.exec(message)?.[1]?.trim().split(/\s+/u).length ?? 0;
  return words <= MAX_REPLY_WORDS ? words : 0;
}
