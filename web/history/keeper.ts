import { hasBody } from '../notice.ts';
import type { State } from '../state.ts';
import { type Entry, toEntry } from './entry.ts';

/** Turns states into the entries that are to be kept. */
export type Keeper = {
  /** The entry to keep now, null when the state holds nothing new. */
  take(state: State): Entry | null;
  /** Remembers an entry that is shown again, so that what follows it replaces it. */
  know(entry: Entry): void;
};

/** A keeper; `newId` names conversations, `now` tells the time in milliseconds since 1970. */
export function createKeeper(newId: () => string, now: () => number): Keeper {
  /** The id of the entry that holds an answer, by the id of the answer. */
  const known = new Map<string, string>();
  let last: Entry | null = null;

  /** A question that is asked again at once gets a new answer in its old place. */
  const idOfSame = ({ question, thread }: State) =>
    last?.title === question && thread.length + last.shown.thread.length === 0 ? last.id : undefined;

  return {
    take(state) {
      const { answer, thread } = state;
      if (state.phase !== 'ended' || answer === null || known.has(answer.id) || !hasBody(state)) return null;
      const first = thread[0]?.answer?.id ?? answer.id;
      const id = known.get(first) ?? idOfSame(state) ?? newId();
      known.set(first, id);
      known.set(answer.id, id);
      last = toEntry(id, now(), state);
      return last;
    },
    know(entry) {
      last = entry;
      const { id, shown } = entry;
      for (const { answer } of [...shown.thread, shown]) if (answer !== null) known.set(answer.id, id);
    },
  };
}
