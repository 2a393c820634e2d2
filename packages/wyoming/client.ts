import type { Socket } from 'node:net';
import { z } from 'zod';
import { askSayso, NoAnswer, type Sayso } from './ask-sayso.ts';
import type { Conversations, QuestionCounts } from './conversations.ts';
import { EventReader, toBytes, type WyomingEvent, WyomingFault } from './events.ts';

/** The maximum silence of a client, and the maximum time for an event to arrive, in milliseconds. */
export type Waits = { readonly idleMs: number; readonly eventMs: number };

/** A `ping` keeps an otherwise silent connection open. */
const WAITS: Waits = { idleMs: 60_000, eventMs: 10_000 };
/** The maximum amount of data that waits for a client who does not read, in bytes. */
const MAX_UNREAD_BYTES = 262_144;
/** The longest line and the longest data of an event, in bytes: a question of 8,000 characters and its context. */
const MAX_EVENT_BYTES = 131_072;

/** What all clients share. */
type Shared = {
  readonly sayso: Sayso;
  readonly version?: string;
  readonly waits?: Waits;
  readonly conversations: Conversations;
  readonly counts: QuestionCounts | null;
  report?(error: unknown): void;
  /** Whether the connection ends with the current answer. */
  isLast(): boolean;
};

/** Longer ids would fill the memory; Home Assistant's have 26 characters. */
const MAX_ID_CHARS = 128;
const context = z.object({ conversation_id: z.string().min(1).max(MAX_ID_CHARS) });
const transcript = z.object({
  text: z.string(),
  language: z.string().nullish(),
  // Programs may send any context: one without such an id is no conversation.
  context: context.nullish().catch(null),
});

/** Answers the events of one connection until it closes. */
export class Client {
  /** The part of its address that all of its connections share. */
  readonly network: string;
  readonly #socket: Socket;
  readonly #shared: Shared;
  readonly #reader = new EventReader(MAX_EVENT_BYTES);
  /** Ends the current answer. Each has its own, because signals that last remember all that follow them. */
  #leaving = new AbortController();
  #lateness: NodeJS.Timeout | undefined;
  isAnswering = false;

  constructor(socket: Socket, network: string, shared: Shared) {
    this.#socket = socket;
    this.#shared = shared;
    this.network = network;
    const { waits = WAITS } = shared;
    socket.on('data', (bytes) => this.#read(bytes, waits.eventMs));
    socket.setTimeout(waits.idleMs, () => socket.destroy());
    // The event after this one is `close`, which ends the answer.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(this.#lateness);
      this.#leaving.abort();
    });
  }

  #read(bytes: Buffer, eventMs: number): void {
    try {
      let isNew = this.#lateness === undefined;
      for (const event of this.#reader.read(bytes)) {
        isNew = true;
        this.#take(event);
      }
      if (!isNew && this.#reader.isInside) return;
      clearTimeout(this.#lateness);
      this.#lateness = this.#reader.isInside ? setTimeout(() => this.#socket.destroy(), eventMs) : undefined;
    } catch (error) {
      if (!(error instanceof WyomingFault)) throw error;
      this.#send('error', { text: error.message });
      this.#socket.destroySoon();
    }
  }

  #take({ type, data }: WyomingEvent): void {
    if (type === 'describe') this.#send('info', describe(this.#shared.version ?? ''));
    else if (type === 'ping') this.#send('pong', data.text === undefined ? {} : { text: data.text });
    // Events without a meaning here, such as audio, are skipped, as the protocol requires.
    else if (type === 'transcript') void this.#answer(data);
  }

  async #answer(data: unknown): Promise<void> {
    if (this.isAnswering) return this.#send('not-handled', { text: 'One question at a time, please.' });
    this.isAnswering = true;
    this.#leaving = new AbortController();
    await this.#answerTranscript(data);
    this.isAnswering = false;
    if (this.#shared.isLast()) this.#socket.destroySoon();
  }

  /**
   * Sends each sentence of the answer as it is finished (`handled-chunk`), then the whole answer (`handled`)
   * for programs that do not support chunks. A failure becomes `not-handled` with a sentence to be spoken.
   */
  async #answerTranscript(data: unknown): Promise<void> {
    const { sayso, conversations, counts, report } = this.#shared;
    let hasBegun = false;
    const say = (text: string) => {
      if (!hasBegun) this.#send('handled-start', {});
      hasBegun = true;
      this.#send('handled-chunk', { text });
    };
    try {
      const given = transcript.safeParse(data).data;
      const question = given?.text.trim() ?? '';
      if (given === undefined || question === '') throw new NoAnswer('The transcript has no text.');
      const refusal = counts?.refusal(this.network) ?? null;
      if (refusal !== null) throw new NoAnswer(refusal);
      const id = given.context?.conversation_id;
      const history = id === undefined ? [] : conversations.historyOf(this.network, id);
      const asked = { text: question, language: given.language, history };
      const answer = await askSayso(sayso, asked, say, this.#leaving.signal);
      if (id !== undefined) conversations.remember(this.network, id, { question, ...answer });
      this.#send('handled', { text: answer.answer });
    } catch (error) {
      if (this.#leaving.signal.aborted) return;
      const isForeseen = error instanceof NoAnswer;
      if (!isForeseen || error.cause !== undefined) report?.(error);
      this.#send('not-handled', { text: isForeseen ? error.message : 'Something went wrong.' });
    }
    if (hasBegun) this.#send('handled-stop', {});
  }

  #send(type: string, data: object): void {
    const isRead = this.#socket.writable && this.#socket.writableLength < MAX_UNREAD_BYTES;
    if (isRead) this.#socket.write(toBytes(type, data));
    else this.#socket.destroy();
  }
}

/** The description of the service. An empty list of languages means text in every language. */
function describe(version: string) {
  const sayso = {
    name: 'Sayso',
    attribution: { name: 'Sayso', url: '' },
    installed: true,
    description: 'Answers from the web',
    version,
  };
  const handle = [
    {
      ...sayso,
      models: [{ ...sayso, name: 'sayso', languages: [] }],
      supports_handled_streaming: true,
      supports_home_control: false,
    },
  ];
  return { asr: [], tts: [], handle, intent: [], wake: [], mic: [], snd: [] };
}
