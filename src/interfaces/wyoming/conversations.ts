import type { Exchange } from '../../core/question.ts';
import { firstChars } from '../../lib/text/text.ts';

/** The conversation of one event: the client's address, and the `conversation_id` that it sends. */
export type ConversationKey = { readonly client: string; readonly id: string };

/** The last exchanges of the conversations that voices have with this service, in memory only. */
export type Conversations = {
  /** The exchanges of a conversation, oldest first; none for an unknown or a forgotten one. */
  historyOf(key: ConversationKey): readonly Exchange[];
  /** Adds an exchange; the conversation is then forgotten `idleMs` later, unless it goes on. */
  remember(key: ConversationKey, exchange: Exchange): void;
};

type Remembered = { readonly exchanges: readonly Exchange[]; readonly timer: NodeJS.Timeout };

/** Home Assistant begins a new conversation after five minutes without a question. */
const IDLE_MS = 300_000;
/** With the limits below, all conversations together take less than 4 MB. */
const MAX_CONVERSATIONS = 100;
const MAX_EXCHANGES = 5;
/** The maximum length of what is remembered of a question and of an answer, in characters. */
const MAX_CHARS = 2000;

/**
 * Remembers conversations by the address of the client and the id that it gave them, so no client can
 * continue the conversation of another by its id. If there are too many, the one that was silent for longest
 * is forgotten.
 * @param idleMs how long a conversation is remembered after its last answer, in milliseconds
 */
export function createConversations(idleMs = IDLE_MS): Conversations {
  const known = new Map<string, Remembered>();
  const forget = (name: string) => {
    clearTimeout(known.get(name)?.timer);
    known.delete(name);
  };
  return {
    historyOf: (key) => known.get(nameOf(key))?.exchanges ?? [],
    remember(key, exchange) {
      const name = nameOf(key);
      const exchanges = [...(known.get(name)?.exchanges ?? []), shorten(exchange)].slice(-MAX_EXCHANGES);
      forget(name);
      known.set(name, { exchanges, timer: setTimeout(() => known.delete(name), idleMs).unref() });
      const [oldest] = known.keys();
      if (known.size > MAX_CONVERSATIONS && oldest !== undefined) forget(oldest);
    },
  };
}

function nameOf({ client, id }: ConversationKey): string {
  return `${client} ${id}`;
}

function shorten({ question, answer }: Exchange): Exchange {
  return { question: firstChars(question, MAX_CHARS), answer: firstChars(answer, MAX_CHARS) };
}
