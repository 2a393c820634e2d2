import '../browser/trusted-html.ts';
import { downloadFile } from '../actions/save.ts';
import { settleAsideWords } from '../languages/aside-words.ts';
import { settleLanguage } from '../settings/language.ts';
import { type Preferences, saveSettings } from '../settings/settings.ts';
import { showSize, showTheme } from '../settings/theme.ts';
import { newAnswerId } from '../state/messages.ts';
import type { HistoryEntry, State } from '../state/state.ts';
import type { Store } from '../state/store.ts';
import { createEntries, createEntryRecorder, toState } from './entries.ts';
import { readExported, toExported } from './exported.ts';

/** The parts of the page besides asking and answering: history, settings, and use without a network. */
export type AsideOfPage = {
  readonly commands: AsideCommands;
  /** Stores the state in the history. Called after every change of the state. */
  follow(): void;
};

/** The functions that history and settings need from the page. */
type PageCommands = {
  /** Shows an answer from the history. */
  reopen(earlier: State): void;
  /** Draws the page again after its words have changed. */
  redraw(): void;
};

/**
 * Connects history and settings to the store, and registers the service worker.
 * @param unrecorded states with answers that ended before, in order; they enter the history
 */
export function createAside(store: Store, page: PageCommands, unrecorded: readonly State[]): AsideOfPage {
  const history = createEntries();
  const recorder = createEntryRecorder(newAnswerId, Date.now);
  let followed: State | null = null;
  const started = refresh().then(knowAll);

  async function refresh() {
    // A browser that forbids its database has no history.
    store.send({ type: 'aside', aside: { entries: await history.list().catch(() => []) } });
  }

  async function keepAll(entries: readonly HistoryEntry[]) {
    for (const entry of entries) await history.keep(entry).catch(() => undefined);
    await refresh();
  }

  const commands: AsideCommands = {
    show(panel) {
      store.send({ type: 'aside', aside: { panel } });
      void refresh();
    },
    hide() {
      store.send({ type: 'aside', aside: { panel: 'none', removed: [] } });
    },
    open(entry) {
      recorder.know(entry);
      commands.hide();
      page.reopen(toState(entry));
    },
    remove(entry) {
      store.send({ type: 'aside', aside: { removed: [entry] } });
      void history.remove(entry.id).then(refresh);
    },
    change(entry) {
      void history.keep(entry).then(refresh);
    },
    exportAll() {
      downloadFile('sayso-history.json', toExported(store.state.aside.entries), 'application/json');
    },
    async importFrom(file) {
      const added = readExported(await file.text());
      await keepAll(added);
      return added.length > 0;
    },
    clear() {
      store.send({ type: 'aside', aside: { removed: store.state.aside.entries } });
      void history.clear().then(refresh);
    },
    undo() {
      const { removed } = store.state.aside;
      store.send({ type: 'aside', aside: { removed: [] } });
      void keepAll(removed);
    },
    async set(settings) {
      saveSettings(settings);
      showTheme(settings.theme);
      showSize(settings.size);
      await settleLanguage();
      await settleAsideWords(document.documentElement.lang);
      page.redraw();
    },
  };

  /** A conversation that Reload or Back shows again is already in the history. */
  function knowAll() {
    for (const entry of store.state.aside.entries.toReversed()) recorder.know(entry);
  }

  async function keep(state: State) {
    await started;
    const entry = recorder.take(state);
    if (entry === null) return;
    const { name, isPinned, collection } = store.state.aside.entries.find(({ id }) => id === entry.id) ?? {};
    await keepAll([{ ...entry, name, isPinned, collection }]);
  }

  function follow() {
    const { state } = store;
    // Nothing is stored while an answer grows, except once how to come back to one that goes on.
    const isSame = followed?.answer === state.answer && followed.stream === state.stream;
    if (isSame && followed?.phase === state.phase) return;
    followed = state;
    void keep(state);
  }

  for (const state of unrecorded) void keep(state);
  addEventListener('offline', refresh);
  addEventListener('online', refresh);
  void registerWorker();
  return { commands, follow };
}

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
  show(panel: 'history' | 'settings'): void;
  hide(): void;
  set(settings: Preferences): void;
};

/**
 * Registers the service worker that stores the page for use without a network. Browsers do not offer it on
 * plain http; the page works without it. Never rejects.
 */
async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const rules = { createScriptURL: (file: string) => new URL(file, document.baseURI).href };
  try {
    const policy = globalThis.trustedTypes?.createPolicy('sayso-worker', rules) ?? rules;
    await navigator.serviceWorker.register(policy.createScriptURL('sw.js'));
  } catch {
    // The browser's settings forbid the worker, or the service is being replaced: the next visit tries again.
  }
}
