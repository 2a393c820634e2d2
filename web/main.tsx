import { render } from 'preact';
import type { Voice } from './actions/voice.ts';
import { storeKey } from './asking/key.ts';
import { createQuestioning } from './asking/questioning.ts';
import { drawAllAgain, type Later, showLater } from './browser/drawing.tsx';
import { closeField, openFieldInUse } from './field/question-form.tsx';
import { App } from './frame/app.tsx';
import type { AsideOfPage } from './history/aside.ts';
import { words } from './languages/words.ts';
import { settleLanguage } from './settings/language.ts';
import type { Commands } from './state/commands.ts';
import { parseJson, readHealth } from './state/messages.ts';
import type { State } from './state/state.ts';
import { createStore } from './state/store.ts';

const place = document.querySelector('#page');
const store = createStore(draw);
const asking = createQuestioning(store, loadLater);
let voice: Voice | null = null;
let aside: AsideOfPage | null = null;
/** True once everything is loaded. */
let isComplete = false;
/** States whose answers ended before the history was loaded. */
const unrecorded: State[] = [];

const commands: Commands = {
  type: (text) => store.send({ type: 'typed', text }),
  ask(question) {
    asking.ask(question);
    // The field gets no focus on a touch screen, because the keyboard would cover the answer.
    if (!matchMedia('(pointer: coarse)').matches) return;
    questionField()?.blur();
    closeField();
  },
  edit(at) {
    store.send({ type: 'unqueued', at });
    questionField()?.focus();
  },
  correct(text) {
    store.send({ type: 'typed', text });
    questionField()?.focus();
  },
  remove(at) {
    store.send({ type: 'dequeued', at });
    questionField()?.focus();
  },
  openCard: (card) => store.send({ type: 'card', card }),
  deepen: (wantsDeep) => store.send({ type: 'deepened', wantsDeep }),
  scope: (scope) => store.send({ type: 'scoped', scope }),
  stop() {
    asking.stop();
    store.send({ type: 'hushed' });
  },
  begin() {
    asking.begin();
    focusField();
  },
  askInstead: asking.askInstead,
  open: (entry) => aside?.commands.open(entry),
  startPlan: asking.startPlan,
  retry: asking.askAgain,
  useKey(key) {
    storeKey(key);
    asking.askAgain();
  },
  readAloud(turn) {
    const { speaking } = store.state;
    const isHere = speaking?.turn === turn;
    const next = isHere ? { ...speaking, paused: !speaking.paused } : { turn, at: 0, paused: false };
    store.send({ type: 'speaking', speaking: next });
    void wakeVoice();
  },
  stopReading: () => store.send({ type: 'speaking', speaking: null }),
  listen() {
    store.send({ type: 'listening', listening: !store.state.listening });
    void wakeVoice();
  },
};

function draw(state: State) {
  const app = <App state={state} commands={commands} aside={aside?.commands ?? null} />;
  if (place !== null) holdFocus(() => render(app, place), '.aside .tool, #asked');
  const title = state.question === '' ? words.name : `${state.question} · ${words.name}`;
  // Changing the title costs more than comparing it, and this runs after every key.
  if (document.title !== title) document.title = title;
  asking.follow();
  voice?.follow();
  if (aside !== null) aside.follow();
  else if (state.phase === 'ended' && state.answer !== unrecorded.at(-1)?.answer) unrecorded.push(state);
}

/**
 * Loads what the first paint does not need, with its texts in the current language. Rejects if it cannot be
 * loaded; the page can then still ask and answer.
 */
async function loadLater(): Promise<Later> {
  const later = await import('./frame/later.ts');
  await later.settleAsideWords(document.documentElement.lang);
  if (!isComplete) {
    isComplete = true;
    showLater(later);
    draw(store.state);
  }
  return later;
}

function redraw() {
  drawAllAgain();
  draw(store.state);
}

async function wakeVoice() {
  try {
    const { createVoice } = await loadLater();
    voice ??= createVoice(store, commands.ask);
    voice.follow();
  } catch {
    store.send({ type: 'hushed' });
  }
}

async function openAside() {
  try {
    const { createAside, listenToKeys } = await loadLater();
    aside = createAside(store, { reopen: asking.reopen, redraw }, unrecorded);
    draw(store.state);
    listenToKeys({
      focusField,
      // Escape first closes the panel or dialog that covers the answer; the answer continues.
      stop: () => (store.state.card === null ? commands.stop() : commands.openCard(null)),
      showKeys: () => store.send({ type: 'aside', aside: { panel: 'keys' } }),
      openSource,
    });
  } catch {
    // If history and settings cannot be loaded, the page can still ask and answer.
  }
}

function openSource(number: number) {
  const cards = [...document.querySelectorAll('.sources .card')];
  const card = cards.find((each) => each.querySelector('.card-number')?.textContent === String(number));
  card?.querySelector('a')?.click();
}

function questionField(): HTMLTextAreaElement | null {
  return document.querySelector<HTMLTextAreaElement>('#question');
}

function focusField() {
  questionField()?.select();
}

async function readHealthOnce() {
  const response = await fetch('api/health').catch(() => null);
  if (response?.ok !== true) return;
  store.send({ type: 'health', health: readHealth(parseJson(await response.text()), response.headers) });
}

/** A browser may load a page with its scripts in advance; no question is asked until the page is visible. */
async function untilSeen() {
  if (Reflect.get(document, 'prerendering') !== true) return;
  await new Promise((seen) => document.addEventListener('prerenderingchange', seen, { once: true }));
}

async function start() {
  await settleLanguage();
  // The field exists before the script runs, and the reader may have typed in it.
  const typed = questionField()?.value ?? '';
  draw(store.state);
  loadLater().catch(() => undefined);
  await untilSeen();
  asking.followAddress();
  if (store.state.draft === '' && typed !== '') store.send({ type: 'typed', text: typed });
  if (store.state.phase === 'idle' && matchMedia('(pointer: fine)').matches) questionField()?.focus();
  void readHealthOnce();
  void openAside();
}

addEventListener('popstate', asking.followAddress);
openFieldInUse();
void start();

/**
 * Draws without losing the keyboard focus: if the focused element disappears, a button next to it gets the
 * focus, otherwise the element of the selector `home`.
 */
function holdFocus(draw: () => void, home: string): void {
  const focused = document.activeElement;
  const beside = focused?.parentElement;
  draw();
  if (focused?.isConnected !== false) return;
  const next = beside?.isConnected === true ? beside.querySelector('button') : document.querySelector(home);
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
