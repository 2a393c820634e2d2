import { render } from 'preact';
import { holdFocus } from './browser/hold-focus.ts';
import { registerWorker } from './browser/register-worker.ts';
import { Aside, type AsideCommands, type AsideState } from './components/aside.tsx';
import { HistoryList } from './components/history-list.tsx';
import { Recent } from './components/recent.tsx';
import { createEntries } from './history/entries.ts';
import { type HistoryEntry, toState } from './history/entry.ts';
import { createEntryRecorder } from './history/entry-recorder.ts';
import { readExported, toExported } from './history/exported.ts';
import { asideWords, settleAsideWords } from './languages/aside-words.ts';
import { download } from './save/download.ts';
import { settleLanguage } from './settings/language.ts';
import { keepSettings, readSettings } from './settings/settings.ts';
import { showSize, showTheme } from './settings/theme.ts';
import type { State } from './state/state.ts';
import type { Store } from './state/store.ts';

/** The parts of the page besides asking and answering: history, settings, and use without a network. */
export type AsideOfPage = {
  /** Stores and shows the state. Called after every change of the state. */
  follow(): void;
};

/** The functions that history and settings need from the page. */
export type PageCommands = {
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
  const recorder = createEntryRecorder(
    () => `${Date.now()} ${Math.random()}`,
    () => Date.now(),
  );
  const place = document.querySelector('#aside');
  const offlinePlace = document.querySelector('#offline');
  let entries: readonly HistoryEntry[] = [];
  let isOpen = false;
  /** What was removed last, until the panel closes. */
  let removed: readonly HistoryEntry[] = [];
  let followed: State | null = null;
  // The options below the field have these words, too.
  const settled = settleAsideWords(document.documentElement.lang).then(page.redraw);
  const started = settled.then(refresh).then(knowAll);

  const commands: AsideCommands = {
    show() {
      isOpen = true;
      void refresh();
    },
    hide() {
      isOpen = false;
      removed = [];
      draw();
    },
    open(entry) {
      recorder.know(entry);
      isOpen = false;
      page.reopen(toState(entry));
      draw();
    },
    remove(entry) {
      removed = [entry];
      void history.remove(entry.id).then(refresh);
    },
    change(entry) {
      void history.keep(entry).then(refresh);
    },
    exportAll() {
      download('sayso-history.json', toExported(entries), 'application/json');
    },
    async importFrom(file) {
      const added = readExported(await file.text());
      for (const entry of added) await history.keep(entry).catch(() => undefined);
      await refresh();
      return added.length > 0;
    },
    clear() {
      removed = entries;
      void history.clear().then(refresh);
    },
    async undo() {
      const returning = removed;
      removed = [];
      for (const entry of returning) await history.keep(entry).catch(() => undefined);
      await refresh();
    },
    async set(settings) {
      keepSettings(settings);
      showTheme(settings.theme);
      showSize(settings.size);
      await settleLanguage();
      await settleAsideWords(document.documentElement.lang);
      page.redraw();
      draw();
    },
  };

  async function refresh() {
    // A browser that forbids its database has no history.
    entries = await history.list().catch(() => []);
    draw();
  }

  function draw() {
    const state: AsideState = {
      entries: isOpen ? entries : null,
      canUndo: removed.length > 0,
      settings: readSettings(),
    };
    if (place !== null)
      holdFocus(() => render(<Aside state={state} commands={commands} />, place), '.aside .tool');
    if (offlinePlace !== null) render(<Offline {...{ store, entries, commands }} />, offlinePlace);
    const recentPlace = document.querySelector('#recent');
    if (recentPlace === null) return;
    render(<Recent entries={navigator.onLine ? entries : []} commands={commands} />, recentPlace);
  }

  /** A conversation that Reload or Back shows again is already in the history. */
  function knowAll() {
    for (const entry of entries.toReversed()) recorder.know(entry);
  }

  async function keep(state: State) {
    await started;
    const entry = recorder.take(state);
    if (entry === null) return;
    const { name, isPinned } = entries.find(({ id }) => id === entry.id) ?? {};
    await history.keep({ ...entry, name, isPinned }).catch(() => undefined);
    await refresh();
  }

  function follow() {
    const { state } = store;
    // Nothing in this part of the page changes while an answer grows.
    if (followed?.phase === state.phase && followed.answer === state.answer) return;
    followed = state;
    void keep(state);
    draw();
  }

  for (const state of unrecorded) void keep(state);
  addEventListener('offline', refresh);
  addEventListener('online', draw);
  void registerWorker();
  return { follow };
}

type OfflineProps = { store: Store; entries: readonly HistoryEntry[]; commands: AsideCommands };

/** The history, shown when no question can be asked. */
function Offline({ store, entries, commands }: OfflineProps) {
  const { phase, trouble } = store.state;
  const isIdle = phase === 'idle';
  const isAway = trouble?.kind === 'offline' || trouble?.kind === 'unreachable';
  if (entries.length === 0 || !(isAway || (isIdle && !navigator.onLine))) return null;
  return (
    <section aria-label={asideWords.history}>
      {isIdle && <p class="offline">{asideWords.offlineHere}</p>}
      <HistoryList entries={entries} commands={commands} />
    </section>
  );
}
