import { firstChars } from '@sayso/text/text.ts';
import type { Exchange } from './ask-sayso.ts';

type Remembered = { readonly exchanges: readonly Exchange[]; readonly timer: NodeJS.Timeout };

/** Home Assistant begins a new conversation after five minutes without a question. */
const IDLE_MS = 300_000;
/** With the limits below, all conversations together take less than 4 MB. */
const MAX_CONVERSATIONS = 100;
const MAX_EXCHANGES = 5;
/** The maximum length of what is remembered of a question and of an answer, in characters. */
const MAX_CHARS = 2000;

/**
 * The last exchanges of each conversation, in memory only. A conversation is known by the network of its
 * client and the id that the client gave it, so no client can continue the conversation of another by its id.
 * If there are too many, the one that was silent for longest is forgotten.
 */
export class Conversations {
  readonly #conversations = new Map<string, Remembered>();
  readonly #idleMs: number;

  /** @param idleMs how long a conversation is remembered after its last answer, in milliseconds */
  constructor(idleMs = IDLE_MS) {
    this.#idleMs = idleMs;
  }

  /** The exchanges of a conversation, oldest first; none for an unknown or a forgotten one. */
  historyOf(client: string, id: string): readonly Exchange[] {
    return this.#conversations.get(`${client} ${id}`)?.exchanges ?? [];
  }

  /** Adds an exchange, after which the conversation is remembered for as long as it may be silent. */
  remember(client: string, id: string, { question, answer, answerId }: Exchange): void {
    const name = `${client} ${id}`;
    const last = {
      question: firstChars(question, MAX_CHARS),
      answer: firstChars(answer, MAX_CHARS),
      answerId,
    };
    const exchanges = [...this.historyOf(client, id), last].slice(-MAX_EXCHANGES);
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

/** The most questions of one client in a period. */
export type Limit = { readonly count: number; readonly perMs: number };

/** The clients whose questions are counted; the one that began to ask longest ago is forgotten first. */
const MAX_COUNTED = 1000;

/** Counts the questions of each client; a period begins with its first question. */
export class QuestionCounts {
  readonly #limit: Limit;
  readonly #periods = new Map<string, { count: number; readonly endsAtMs: number }>();

  constructor(limit: Limit) {
    this.#limit = limit;
  }

  /** Counts a question; returns why it is refused, or null. */
  refusal(client: string): string | null {
    const { count: max, perMs } = this.#limit;
    const nowMs = performance.now();
    const latest = this.#periods.get(client);
    const isOpen = latest !== undefined && latest.endsAtMs > nowMs;
    const period = isOpen ? latest : { count: 0, endsAtMs: nowMs + perMs };
    if (period.count >= max)
      return `Too many questions from this address: ${max} are allowed in ${perMs / 1000} seconds.`;
    period.count++;
    if (!isOpen) this.#periods.delete(client);
    this.#periods.set(client, period);
    const [oldest] = this.#periods.keys();
    if (this.#periods.size > MAX_COUNTED && oldest !== undefined) this.#periods.delete(oldest);
    return null;
  }
}
