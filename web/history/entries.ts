import { hasBody } from '../state/outcome.ts';
import {
  exchangeIn,
  type HistoryEntry,
  initialState,
  questionsOf,
  type State,
  wholeExchange,
} from '../state/state.ts';

/** The maximum number of stored conversations; the oldest ones that are not pinned are removed. */
export const maxEntries = 200;

// The version of an entry. Entries of older versions are discarded, because the history is not an archive.
const VERSION = 1;
const STORE = 'entries';

/** The history of this browser. Every function rejects if the browser forbids its database. */
type Entries = {
  /** Adds an entry or replaces the one with its `id`. */
  keep(entry: HistoryEntry): Promise<void>;
  /** All entries, newest first. */
  list(): Promise<HistoryEntry[]>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
};

/** Opens the database `name` on first use. */
export function createEntries(name = 'sayso'): Entries {
  let opened: Promise<IDBDatabase> | null = null;

  async function within<Value>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Value>,
  ): Promise<Value> {
    opened ??= open(name);
    const transaction = (await opened).transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    await finished(transaction);
    return request.result;
  }

  async function list(): Promise<HistoryEntry[]> {
    const all: HistoryEntry[] = await within('readonly', (store) => store.index('at').getAll());
    return all.reverse();
  }

  async function keep(entry: HistoryEntry): Promise<void> {
    await within('readwrite', (store) => store.put(entry));
    // Only the ids are read, because the entries may be long.
    const ids = await within('readonly', (store) => store.index('at').getAllKeys());
    if (ids.length <= maxEntries) return;
    const others = (await list()).filter(({ isPinned, collection }) => !isPinned && !collection);
    for (const { id } of others.slice(maxEntries - ids.length)) await remove(id);
  }

  async function remove(id: string): Promise<void> {
    await within('readwrite', (store) => store.delete(id));
  }

  async function clear(): Promise<void> {
    await within('readwrite', (store) => store.clear());
  }

  return { keep, list, remove, clear };
}

function open(name: string): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
  const request = indexedDB.open(name, VERSION);
  request.onupgradeneeded = () => {
    const { result } = request;
    if (result.objectStoreNames.contains(STORE)) result.deleteObjectStore(STORE);
    result.createObjectStore(STORE, { keyPath: 'id' }).createIndex('at', 'at');
  };
  request.onsuccess = () => {
    // Closes the database when a tab with a newer version wants to change it, because that tab would
    // otherwise wait for this one.
    request.result.onversionchange = () => request.result.close();
    resolve(request.result);
  };
  request.onerror = () => reject(request.error);
  return promise;
}

function finished(transaction: IDBTransaction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  transaction.oncomplete = () => resolve();
  transaction.onabort = () => reject(transaction.error);
  return promise;
}

/** The entry for a state with a whole answer, or with one that goes on. */
export function toEntry(id: string, at: number, state: State): HistoryEntry {
  const { thread, scope, isDeep, plan, versions, stream, requestId } = state;
  const begun = state.answer === null && { stream, requestId };
  const shown = { ...exchangeIn(state), thread, scope, isDeep, plan, versions, ...begun };
  return { id, at, title: thread[0]?.question ?? state.question, shown };
}

/** The state that shows an entry again. Its HTML is sanitised by the page like any other. */
export function toState({ shown }: HistoryEntry): State {
  return { ...initialState, ...shown, thread: shown.thread.map(wholeExchange), phase: 'ended' };
}

/** The conversations with the other versions of a question and with itself, in the order of the versions. */
export function versionsOf(
  entries: readonly HistoryEntry[],
  questions: readonly string[],
  turn: number,
): readonly HistoryEntry[] {
  const start = questions.slice(0, turn).join('\n');
  const same = entries.filter(({ shown }) => questionsOf(shown).slice(0, turn).join('\n') === start);
  const lists = same.flatMap(({ shown: { versions } }) =>
    versions?.turn === turn ? [versions.questions] : [],
  );
  const known = lists
    .filter((list) => list.includes(questions[turn] ?? ''))
    .toSorted((one, other) => other.length - one.length);
  return (known[0] ?? []).flatMap(
    (text) => same.find(({ shown }) => questionsOf(shown)[turn] === text) ?? [],
  );
}

/** The name under which the history shows the entry. */
export function nameOf({ name = '', title }: HistoryEntry): string {
  return name || title;
}

/** The entries with all of these words in their name, their collection, their questions or their answers. */
export function findEntries(entries: readonly HistoryEntry[], text: string): readonly HistoryEntry[] {
  const words = bare(text).trim().split(/\s+/);
  if (words[0] === '') return entries;
  return entries.filter((entry) => {
    const { thread, ...last } = entry.shown;
    const exchanges = [...thread, last].flatMap(({ question, answer }) => [question, answer?.markdown ?? '']);
    const all = bare([nameOf(entry), entry.collection ?? '', ...exchanges].join('\n'));
    return words.every((word) => all.includes(word));
  });
}

/** Without upper case and accents, so that both spellings are found. */
function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Turns states into entries to store. */
type EntryRecorder = {
  /** The entry to store now; null if the state has nothing new. */
  take(state: State): HistoryEntry | null;
  /** Remembers an entry that is shown again, so that its continuation replaces it. */
  know(entry: HistoryEntry): void;
};

/** Creates a recorder; `newId` returns ids of conversations, `now` the time in milliseconds since 1970. */
export function createEntryRecorder(newId: () => string, now: () => number): EntryRecorder {
  /** The questions of each entry, by its id. */
  const questionsIn = new Map<string, readonly string[]>();
  /** The id of the entry with an answer, by the id of the answer or of its stream. */
  const known = new Map<string, string>();
  let last: HistoryEntry | null = null;

  /** If a question is asked again at once, its new answer replaces the old one. */
  const idOfSame = ({ question, thread }: State) =>
    last?.title === question && thread.length + last.shown.thread.length === 0 ? last.id : undefined;

  /** The entry, if these questions continue its own; an edited question begins another entry. */
  const continued = (id: string | undefined, questions: readonly string[]) =>
    questionsIn.get(id ?? '')?.every((question, at) => question === questions[at]) ? id : undefined;

  return {
    take(state) {
      const { answer, thread, stream } = state;
      const own = state.phase === 'ended' ? answer?.id : stream;
      if (!own || known.has(own) || (answer !== null && !hasBody(state))) return null;
      const first = thread[0]?.answer?.id ?? (stream || own);
      const questions = questionsOf(state);
      const id = continued(known.get(first), questions) ?? idOfSame(state) ?? newId();
      questionsIn.set(id, questions);
      known.set(first, id);
      known.set(own, id);
      last = toEntry(id, now(), state);
      return last;
    },
    know(entry) {
      last = entry;
      const { id, shown } = entry;
      questionsIn.set(id, questionsOf(shown));
      for (const { answer } of [...shown.thread, shown]) if (answer !== null) known.set(answer.id, id);
      if (shown.stream) known.set(shown.stream, id);
    },
  };
}
