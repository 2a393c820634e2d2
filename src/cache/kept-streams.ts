import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { Failure } from '../core/failure.ts';
import type { KeptStream, KeptStreams, StreamName } from '../core/service.ts';
import type { SharedStore } from './cache.ts';
import { copyToStore, type Growing, readParts, storedStream } from './stored-stream.ts';

/** How long a stream can be read after its end, in milliseconds. */
const KEPT_MS = 600_000;
/** The most that one instance keeps, and for one owner: nobody pushes out what others keep. */
const MOST = { streams: 200, ofOwner: 100, bytes: 64 * 2 ** 20, bytesOfOne: 4 * 2 ** 20 };

/** A stream in memory: its events, sealed one by one. */
type Log = Growing & {
  readonly owner: string;
  readonly sealed: Buffer[];
  readonly working: AbortController;
  bytes: number;
  /** Resolves with the next event, or at the end. */
  change: PromiseWithResolvers<void>;
};

/**
 * Keeps streams in memory and, if instances share a store, copies them there. Events are encrypted with a key
 * that follows from the id of their stream, and the id is kept nowhere: a stream is found by a hash of the id
 * and its owner.
 */
export function openKeptStreams(shared: SharedStore | null): KeptStreams {
  const logs = new Map<string, Log>();
  const recording = new Set<Promise<unknown>>();
  let bytes = 0;

  function begin(owner: string, stopping: AbortSignal): KeptStream {
    const countOwn = () => [...logs.values()].filter((log) => log.owner === owner).length;
    // Without keys, all callers are one.
    const hasRoom = owner === '' || makeRoom(() => countOwn() >= MOST.ofOwner, owner);
    if (!hasRoom || !makeRoom(() => logs.size >= MOST.streams))
      throw new Failure('overloaded', 'Too many answers are being kept.', { retryAfterMs: 10_000 });
    const id = randomBytes(32).toString('base64url');
    const place = placeOf({ id, owner });
    const [working, over] = [new AbortController(), new AbortController()];
    const log = {
      owner,
      sealed: [],
      bytes: 0,
      working,
      over: over.signal,
      change: Promise.withResolvers<void>(),
    };
    logs.set(place, log);
    const onStop = () => working.abort(stopping.reason);
    if (stopping.aborted) onStop();
    stopping.addEventListener('abort', onStop, { once: true });
    over.signal.addEventListener('abort', () => {
      stopping.removeEventListener('abort', onStop);
      log.change.resolve();
      setTimeout(forget, KEPT_MS, place).unref();
    });
    return {
      ...{ id, signal: working.signal, over: over.signal },
      record(frames) {
        const recorded = record(log, keyOf(id), frames).finally(() => over.abort());
        const copied = shared && copyToStore(log, storedStream(shared, place), KEPT_MS);
        const both = Promise.allSettled([recorded, copied]);
        recording.add(both);
        void both.then(() => recording.delete(both));
        return eventsOf(log, keyOf(id), { from: 0, follow: true });
      },
      drop() {
        working.abort(new Failure('cancelled', 'The caller left.'));
        over.abort();
        forget(place);
      },
    };
  }

  async function record(log: Log, key: Buffer, frames: AsyncIterable<string>): Promise<void> {
    for await (const frame of frames)
      for (const event of frame.split(/(?<=\n\n)/)) {
        const sealed = seal(key, log.sealed.length, event);
        log.sealed.push(sealed);
        log.bytes += sealed.length;
        bytes += sealed.length;
        log.change.resolve();
        log.change = Promise.withResolvers();
        // The stream then ends with this failure.
        if (log.bytes > MOST.bytesOfOne || !makeRoom(() => bytes > MOST.bytes))
          log.working.abort(new Failure('overloaded', 'The answer is too long to be kept.'));
      }
  }

  /** Forgets streams that have ended, of one owner or all, the oldest first, while there is too much. */
  function makeRoom(isTooMuch: () => boolean, owner?: string): boolean {
    for (const [place, log] of logs) {
      if (!isTooMuch()) return true;
      if (log.over.aborted && (owner ?? log.owner) === log.owner) forget(place);
    }
    return !isTooMuch();
  }

  function forget(place: string): void {
    bytes -= logs.get(place)?.bytes ?? 0;
    logs.delete(place);
  }

  return {
    begin,
    async read(name, options) {
      const key = keyOf(name.id);
      const log = logs.get(placeOf(name));
      if (log !== undefined) return eventsOf(log, key, options);
      if (shared === null) return null;
      const stored = storedStream(shared, placeOf(name));
      return (await stored.exists()) ? opened(readParts(stored, options.follow), key, options.from) : null;
    },
    async stop(name) {
      const log = logs.get(placeOf(name));
      log?.working.abort(new Failure('cancelled', 'The answer was stopped.'));
      if (log !== undefined || shared === null) return log !== undefined;
      const stored = storedStream(shared, placeOf(name));
      return (await stored.exists()) && (await stored.stop());
    },
    close: async () => void (await Promise.all(recording)),
  };
}

type ReadOptions = Parameters<KeptStreams['read']>[1];

/** The events from a number on, and, if it is followed, those that come. */
async function* eventsOf(log: Log, key: Buffer, { from, follow }: ReadOptions): AsyncGenerator<string> {
  for (let at = from; ; at++) {
    while (at >= log.sealed.length) {
      if (log.over.aborted || !follow) return;
      await log.change.promise;
    }
    yield open(key, at, log.sealed[at]);
  }
}

async function* opened(
  parts: AsyncGenerator<readonly Buffer[]>,
  key: Buffer,
  from: number,
): AsyncGenerator<string> {
  let at = 0;
  for await (const part of parts)
    for (const sealed of part) {
      if (at >= from) yield open(key, at, sealed);
      at++;
    }
}

function placeOf({ id, owner }: StreamName): string {
  return hash('sha256', `place\n${owner}\n${id}`, 'base64url');
}

function keyOf(id: string): Buffer {
  return hash('sha256', `key\n${id}`, 'buffer');
}

const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;

/** Each stream has its own key, so the number of an event is its nonce, and no event can stand elsewhere. */
function nonceOf(at: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(at);
  return nonce;
}

function seal(key: Buffer, at: number, event: string): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonceOf(at));
  return Buffer.concat([cipher.update(event), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Failure `internal` for what was not sealed at this place of this stream */
function open(key: Buffer, at: number, sealed: Buffer = Buffer.alloc(TAG_BYTES)): string {
  const decipher = createDecipheriv(CIPHER, key, nonceOf(at), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString();
}
