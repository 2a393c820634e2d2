import { firstChars } from '@sayso/text/text.ts';
import type { Exchange } from '../../core/question.ts';

/** The conversation of one event: the client's address, and the `conversation_id` that it sends. */
export type ConversationKey = { readonly client: string; readonly id: string };

type Remembered = { readonly exchanges: readonly Exchange[]; readonly timer: NodeJS.Timeout };

/** Home Assistant begins a new conversation after five minutes without a question. */
const IDLE_MS = 300_000;
/** With the limits below, all conversations together take less than 4 MB. */
const MAX_CONVERSATIONS = 100;
const MAX_EXCHANGES = 5;
/** The maximum length of what is remembered of a question and of an answer, in characters. */
const MAX_CHARS = 2000;

/**
 * The last exchanges of the conversations that voices have with this service, in memory only. They are known
 * by the address of the client and the id that it gave them, so no client can continue the conversation of
 * another by its id. If there are too many, the one that was silent for longest is forgotten.
 */
export class Conversations {
  readonly #conversations = new Map<string, Remembered>();
  readonly #idleMs: number;

  /** @param idleMs how long a conversation is remembered after its last answer, in milliseconds */
  constructor(idleMs = IDLE_MS) {
    this.#idleMs = idleMs;
  }

  /** The exchanges of a conversation, oldest first; none for an unknown or a forgotten one. */
  historyOf(key: ConversationKey): readonly Exchange[] {
    return this.#conversations.get(nameOf(key))?.exchanges ?? [];
  }

  /** Adds an exchange, after which the conversation is remembered for as long as it may be silent. */
  remember(key: ConversationKey, exchange: Exchange): void {
    const name = nameOf(key);
    const exchanges = [...this.historyOf(key), shorten(exchange)].slice(-MAX_EXCHANGES);
    this.#forget(name);
    const timer = setTimeout(() => this.#conversations.delete(name), this.#idleMs).unref();
    this.#conversations.set(name, { exchanges, timer });
    const [oldest] = this.#conversations.keys();
    if (this.#conversations.size > MAX_CONVERSATIONS && oldest !== undefined) this.#forget(oldest);
  }

  #forget(name: string): void {
    clearTimeout(this.#conversations.get(name)?.timer);
    this.#conversations.delete(name);
  }
}

function nameOf({ client, id }: ConversationKey): string {
  return `${client} ${id}`;
}

function shorten({ question, answer, ...rest }: Exchange): Exchange {
  return { ...rest, question: firstChars(question, MAX_CHARS), answer: firstChars(answer, MAX_CHARS) };
}
