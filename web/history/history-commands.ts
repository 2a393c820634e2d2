import type { Preferences } from '../settings/settings.ts';
import type { HistoryEntry } from '../state/state.ts';

/** Actions on earlier questions. */
export type HistoryCommands = {
  open(entry: HistoryEntry): void;
  remove(entry: HistoryEntry): void;
  /** Stores a changed entry: pinned, or with another name. */
  change(entry: HistoryEntry): void;
};

/** Actions on the whole history. */
export type HistoryPanelCommands = HistoryCommands & {
  clear(): void;
  /** Brings back what was removed last. */
  undo(): void;
  /** Saves the history as a file. */
  exportAll(): void;
  /** Adds the entries of such a file; false if it has none. */
  importFrom(file: File): Promise<boolean>;
};

/** The reader's actions besides asking. */
export type AsideCommands = HistoryPanelCommands & {
  show(): void;
  hide(): void;
  set(settings: Preferences): void;
};
