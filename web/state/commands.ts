import type { HistoryEntry, OpenCard } from './state.ts';

/**
 * The reader's actions; passed down from `main.tsx`, so that no component accesses anything outside itself.
 */
export type Commands = {
  type(text: string): void;
  /** Asks the text as a question, as a follow-up if there is an answer; it waits for one in progress. */
  ask(question: string): void;
  /** Asks another question in the place of that exchange; it and the later ones stay in the history. */
  askInstead(turn: number, question: string): void;
  /** Shows a conversation of the history. */
  open(entry: HistoryEntry): void;
  /** Starts the deep answer whose plan was shown, with this plan. */
  startPlan(plan: readonly string[]): void;
  /** Returns a waiting question to the field. */
  edit(at: number): void;
  /** Puts words into the field, to be corrected. */
  correct(text: string): void;
  /** Opens the card of a citation; null closes it. */
  openCard(card: OpenCard | null): void;
  /** Drops a waiting question. */
  remove(at: number): void;
  /** Sets the limits on the sources of the next answer, as parameters of an address. */
  scope(scope: string): void;
  /** Switches deep answers on or off for the next question. */
  deepen(wantsDeep: boolean): void;
  /** Ends the answer; a deep answer is first written from the findings so far. */
  stop(): void;
  /** Leaves the conversation for an empty page. */
  begin(): void;
  /** Asks the last question again. */
  retry(): void;
  /** Stores the key and asks the last question again. */
  useKey(key: string): void;
  /** Starts, pauses or continues reading the answer of that exchange aloud. */
  readAloud(turn: number): void;
  stopReading(): void;
  /** Starts or stops speech recognition. */
  listen(): void;
};
