import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Maker, toStoredVectors } from './nearest.ts';
import { toEmbeddedPieces } from './parts.ts';
import type { Embed, Vectors } from './vectors.ts';

/** The number of pieces that are sent in one call. */
const BATCH = 16;
/** A model on a processor takes seconds for a batch, and may have to be loaded first. */
const BATCH_MS = 120_000;
/** The waits before a batch is tried again. */
const RETRY_DELAYS_MS = [1_000, 3_000, 10_000];
/**
 * Texts of different kinds: their mean is what the vectors of a model have in common. Of models with very much, 100 instead
 * of 91 % of the ten nearest are then found, and no fewer of others.
 */
export const SAMPLES: readonly string[] = [
  ...['water', 'How do I cancel my subscription?', 'The parliament passed the budget on Tuesday.'],
  ...['for (const each of list) print(each)', 'Chop the onions and fry them in oil.', 'Total: 1,204.50 EUR'],
  ...['She won the match in three sets.', 'The enzyme breaks down starch.', 'The castle was built in 1340.'],
  ...['Der Zug fährt um acht Uhr ab.', '¿Dónde está la biblioteca?', 'Как пройти к вокзалу?'],
  ...['今天的天气很好。', 'متى تفتح المكتبة؟'],
];
/** The parts whose texts and vectors are in memory at a time. */
const PARTS_AT_ONCE = 16;
/** Another process takes over this long after one has died; a call is shorter. */
const LEASE_MS = 150_000;

/** The result of embedding the texts of an index; a text is a part of a document, of up to 4,000 characters. */
export type EmbeddingReport = {
  /** Texts that were embedded in this run. */
  readonly embedded: number;
  /** Texts that still lack vectors. */
  readonly missing: number;
  /** Why; empty if nothing has failed. */
  readonly cause: string;
  /** The model whose vectors are being replaced by those of another model; null if they are kept. */
  readonly replaced: string | null;
};

/** What is to be embedded, and by what. */
export type EmbeddingOrder = {
  readonly embed: Embed;
  /** The collections whose texts the model may get. */
  readonly collections: () => readonly string[];
  /** Whether vectors of another model are replaced. */
  readonly mayReplace?: boolean;
  /** The waits before a batch is tried again, in milliseconds. */
  readonly retryDelaysMs?: readonly number[];
};

/**
 * Makes the vectors that are missing: one for each 1,200 characters, embedded together with the title of the document,
 * a few at a time. If the model fails, those made so far are kept. Returns null if another process makes them. Rejects
 * with the signal's reason, or if the index fails.
 * @param onProgress called before each call of the model, with the number of texts so far and the total
 */
export async function embedParts(
  vectors: Vectors,
  order: EmbeddingOrder,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<EmbeddingReport | null> {
  const holder = randomUUID();
  const hold = () => vectors.lease(holder, LEASE_MS);
  if (!(await hold())) return null;
  try {
    const { collections, mayReplace = true } = order;
    const total = await vectors.missing(collections());
    const nothing = { embedded: 0, missing: total, replaced: null };
    const probe = await patientEmbed(SAMPLES, order, signal);
    if (probe.status === 'failed') return { ...nothing, cause: probe.cause };
    const { model } = probe;
    const centre = meanOf(probe.vectors);
    const before = await vectors.maker();
    const isSame = before?.model === model && before.centre.length === centre.length;
    if (before !== null && !isSame && !mayReplace)
      return { ...nothing, cause: `another process makes them with ${before.model}` };
    if (!isSame) await vectors.replace(model, centre);
    const maker = isSame ? before : await vectors.maker();
    if (maker === null) throw new Error('The vectors were removed at the same time.');
    let [embedded, cause] = [0, ''];
    for (const collection of collections()) {
      // The operator may keep a collection on this machine from now on.
      while (cause === '' && collections().includes(collection)) {
        const parts = await vectors.next(collection, PARTS_AT_ONCE);
        if (parts.length === 0) break;
        onProgress(embedded, Math.max(total, embedded + parts.length));
        const made = await embedAll(parts, maker, { ...order, hold }, signal);
        if (typeof made === 'string') cause = made;
        else {
          for (const [at, part] of parts.entries())
            await vectors.put(part, toStoredVectors(made[at] ?? [], maker.centre), maker.id);
          await vectors.complete(maker.id, parts[0]?.document ?? 0, parts.at(-1)?.document ?? 0);
          embedded += parts.length;
        }
      }
    }
    // A process may have ended after it had put the last ones of a document.
    await vectors.complete(maker.id, 0, Number.MAX_SAFE_INTEGER);
    const replaced = isSame ? null : (before?.model ?? null);
    return { embedded, missing: await vectors.missing(collections()), cause, replaced };
  } finally {
    await vectors.lease(holder, 0);
  }
}

/** The numbers that vectors have on average. */
function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  return sum.map((_, at) => vectors.reduce((all, vector) => all + (vector[at] ?? 0), 0) / vectors.length);
}

/** The vectors of the pieces of each part, or why there are none. */
async function embedAll(
  parts: readonly { readonly title: string; readonly text: string }[],
  maker: Maker,
  order: EmbeddingOrder & { hold(): Promise<boolean> },
  signal: AbortSignal,
): Promise<readonly (readonly Float32Array[])[] | string> {
  const textsOf = parts.map(({ title, text }) => toEmbeddedPieces(text).map((piece) => `${title}\n${piece}`));
  const texts = textsOf.flat();
  const vectors: Float32Array[] = [];
  while (vectors.length < texts.length) {
    if (!(await order.hold())) return 'another process makes them';
    const passages = texts.slice(vectors.length, vectors.length + BATCH);
    const together = await patientEmbed(passages, order, signal);
    const made = together.status === 'ok' ? together : await embedEach(passages, order, signal);
    if (made.status === 'failed') return made.cause;
    const isWhole = made.vectors.length === passages.length && made.model === maker.model;
    if (!isWhole || made.vectors.some(({ length }) => length !== maker.centre.length))
      return 'the model has changed meanwhile';
    vectors.push(...made.vectors);
  }
  let from = 0;
  return textsOf.map(({ length }) => {
    from += length;
    return vectors.slice(from - length, from);
  });
}

/** A shorter beginning of a text is not tried. */
const LEAST_CHARS = 200;

/** Embeds texts one by one: a server may refuse many for the length of one. Of a text that is too long, its beginning counts. */
async function embedEach(
  passages: readonly string[],
  { embed }: EmbeddingOrder,
  signal: AbortSignal,
): ReturnType<Embed> {
  const vectors: Float32Array[] = [];
  let model = '';
  for (const passage of passages) {
    const embedFirst = (chars: number) =>
      embed({ passages: [passage.slice(0, chars)], timeoutMs: BATCH_MS }, signal);
    let made = await embedFirst(passage.length);
    for (let chars = passage.length / 2; made.status === 'failed' && chars >= LEAST_CHARS; chars /= 2)
      made = await embedFirst(chars);
    if (made.status === 'failed') return made;
    vectors.push(...made.vectors);
    ({ model } = made);
  }
  return { status: 'ok', vectors, model };
}

/** Embeds a batch, with further tries after waits; the first failure if all of them fail. */
async function patientEmbed(
  passages: readonly string[],
  { embed, retryDelaysMs = RETRY_DELAYS_MS }: EmbeddingOrder,
  signal: AbortSignal,
) {
  const first = await embed({ passages, timeoutMs: BATCH_MS }, signal);
  if (first.status === 'ok') return first;
  for (const delayMs of retryDelaysMs) {
    await setTimeout(delayMs, undefined, { signal });
    const again = await embed({ passages, timeoutMs: BATCH_MS }, signal);
    if (again.status === 'ok') return again;
  }
  return first;
}

/** How often it is looked for documents without vectors. */
const LOOK_MS = 5_000;
/** The wait after a failure of the model. */
const AFTER_FAILURE_MS = 60_000;

/**
 * Keeps the vectors of an index complete until the signal aborts: soon after documents are written, by one of the
 * processes that share the index. Vectors of another model are replaced once, so that two processes with different
 * models do not replace each other's for ever.
 */
export async function keepEmbedded(
  vectors: Vectors,
  order: Pick<EmbeddingOrder, 'embed' | 'collections'> & { onEmbedded(report: EmbeddingReport): void },
  signal: AbortSignal,
): Promise<void> {
  let mayReplace = true;
  while (!signal.aborted) {
    const { embed, collections } = order;
    const step = async () => {
      if (!mayReplace && (await vectors.missing(collections())) === 0) return null;
      return await embedParts(vectors, { embed, collections, mayReplace }, () => undefined, signal);
    };
    const report = await step().catch((error: unknown) => {
      const cause = error instanceof Error ? error.message : 'unknown error';
      return { embedded: 0, missing: 0, cause, replaced: null };
    });
    if (signal.aborted) return;
    if (report !== null) order.onEmbedded(report);
    if (report?.cause === '') mayReplace = false;
    const waitMs = report === null || report.cause === '' ? LOOK_MS : AFTER_FAILURE_MS;
    await setTimeout(waitMs, undefined, { signal }).catch(() => undefined);
  }
}
