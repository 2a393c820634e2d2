import { render } from 'preact';
import { createAsking } from './asking.ts';
import { App } from './components/app.tsx';
import type { Commands } from './components/commands.ts';
import { keepKey } from './key.ts';
import { listenToKeys } from './keyboard.ts';
import { parseJson, readHealth } from './messages.ts';
import type { State } from './state.ts';
import { createStore } from './store.ts';
import { words } from './words.ts';

const place = document.querySelector('#page');
const store = createStore(draw);
const asking = createAsking(store);

const commands: Commands = {
  type: (text) => store.send({ type: 'typed', text }),
  ask: (question) => {
    asking.ask(question);
    // On a touch screen the keyboard would cover the answer.
    if (matchMedia('(pointer: coarse)').matches) questionField()?.blur();
  },
  stop: asking.stop,
  retry: () => asking.ask(store.state.question),
  useKey: (key) => {
    keepKey(key);
    asking.ask(store.state.question);
  },
  pointAt: (at) => store.send({ type: 'pointed', at }),
  goTo: (source) => {
    const card = document.querySelector(`#source-${source}`);
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    card?.querySelector('a')?.focus({ preventScroll: true });
    store.send({ type: 'pointed', at: source });
  },
};

function draw(state: State) {
  if (place !== null) render(<App state={state} commands={commands} />, place);
  document.title = state.question === '' ? words.name : `${state.question} · ${words.name}`;
}

function questionField(): HTMLTextAreaElement | null {
  return document.querySelector<HTMLTextAreaElement>('#question');
}

async function readHealthOnce() {
  const response = await fetch('api/health').catch(() => null);
  if (response?.ok !== true) return;
  store.send({ type: 'health', health: readHealth(parseJson(await response.text())) });
}

addEventListener('popstate', asking.followAddress);
listenToKeys({ focusField: () => questionField()?.select(), stop: asking.stop });
draw(store.state);
asking.followAddress();
if (store.state.phase === 'idle' && matchMedia('(pointer: fine)').matches) questionField()?.focus();
void readHealthOnce();
