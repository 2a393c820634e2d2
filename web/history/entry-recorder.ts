import { hasBody } from '../state/notice.ts';
import { questionsOf } from '../state/questions-of.ts';
import type { HistoryEntry, State } from '../state/state.ts';
import { toEntry } from './entry.ts';

/** Turns states into entries to store. */
export type EntryRecorder = {
  /** The entry to store now; null if the state has nothing new. */
  take(state: State): HistoryEntry | null;
  /** Remembers an entry that is shown again, so that its continuation replaces it. */
  know(entry: HistoryEntry): void;
};

/** Creates a recorder; `newId` returns ids of conversations, `now` the time in milliseconds since 1970. */
export function createEntryRecorder(newId: () => string, now: () => number): EntryRecorder {
  /** The questions of each entry, by its id. */
  const questionsIn = new Map<string, readonly string[]>();
  /** The id of the entry with an answer, by the id of the answer. */
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
      const { answer, thread } = state;
      if (state.phase !== 'ended' || answer === null || known.has(answer.id) || !hasBody(state)) return null;
      const first = thread[0]?.answer?.id ?? answer.id;
      const questions = questionsOf(state);
      const id = continued(known.get(first), questions) ?? idOfSame(state) ?? newId();
      questionsIn.set(id, questions);
      known.set(first, id);
      known.set(answer.id, id);
      last = toEntry(id, now(), state);
      return last;
    },
    know(entry) {
      last = entry;
      const { id, shown } = entry;
      questionsIn.set(id, questionsOf(shown));
      for (const { answer } of [...shown.thread, shown]) if (answer !== null) known.set(answer.id, id);
    },
  };
}
