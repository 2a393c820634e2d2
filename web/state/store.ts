import { newAnswerId, type PageAnswer, type PageSource } from './messages.ts';
import { type Action, initialState, type State } from './state.ts';

/** Holds the page's state. */
export type Store = { readonly state: State; send(action: Action): void };

/** What the service streams while an answer grows: up to a hundred actions per second. */
const STREAMED: ReadonlySet<Action['type']> = new Set<Action['type']>([
  ...(['planned', 'steps', 'delta', 'block', 'sentence', 'quotes', 'statement', 'timed'] as const),
]);

/** The shortest pause between two drawings of what is streamed, in milliseconds. */
const PAUSE_MS = 100;

/** The pause is at least this many times as long as the drawing, so that a slow machine has time for keys. */
const PAUSE_PER_DRAWING = 3;

/**
 * A store that calls `draw` after changes: in the same turn after an action of the reader, with pauses after
 * what the service streams. A key never waits for text that has not been drawn yet: after `typed`, everything
 * but the field is as it was drawn last.
 */
export function createStore(draw: (state: State) => void): Store {
  let state = initialState;
  let drawn = initialState;
  let drawing: 'none' | 'field' | 'all' = 'none';
  let timer = 0;
  let restUntil = 0;

  function drawAll() {
    clearTimeout(timer);
    timer = 0;
    const startedAtMs = performance.now();
    drawn = state;
    draw(drawn);
    const now = performance.now();
    restUntil = now + Math.max(PAUSE_MS, PAUSE_PER_DRAWING * (now - startedAtMs));
  }

  function drawField() {
    const { draft, note } = state;
    drawn = { ...drawn, draft, note };
    draw(drawn);
  }

  function drawSoon(what: 'field' | 'all') {
    const isScheduled = drawing !== 'none';
    if (drawing !== 'all') drawing = what;
    if (isScheduled) return;
    queueMicrotask(() => {
      const isAll = drawing === 'all';
      drawing = 'none';
      if (isAll) drawAll();
      else drawField();
    });
  }

  return {
    get state() {
      return state;
    },
    send(action) {
      const next = reduce(state, action);
      if (next === state) return;
      state = next;
      if (!STREAMED.has(action.type)) drawSoon(action.type === 'typed' && timer !== 0 ? 'field' : 'all');
      else if (timer === 0) timer = Number(setTimeout(drawAll, Math.max(0, restUntil - performance.now())));
    },
  };
}

/** The state after the action. Pure; an action without effect returns the same object. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'typed':
      return { ...state, draft: action.text, note: null };
    case 'noted':
      return { ...state, note: action.note };
    case 'queued':
      return {
        ...state,
        ...emptied(state, action.question),
        note: 'queued',
        queue: [...state.queue, { question: action.question, isDeep: state.wantsDeep }],
      };
    case 'unqueued':
      return unqueued(state, action.at);
    case 'dequeued':
      return { ...state, queue: state.queue.toSpliced(action.at, 1) };
    case 'asked':
      return {
        ...initialState,
        ...emptied(state, action.question),
        health: state.health,
        aside: state.aside,
        scope: state.scope,
        question: action.question,
        queue: action.queue,
        thread: action.thread,
        versions: action.versions ?? null,
        isDeep: action.isDeep,
        phase: 'searching',
      };
    case 'deepened':
      return { ...state, wantsDeep: action.wantsDeep };
    case 'begun':
      return { ...state, requestId: action.requestId, stream: action.stream };
    case 'planned':
      return { ...state, plan: [...state.plan, ...action.questions], endsAtMs: action.endsAtMs };
    case 'drafted':
      return { ...state, planDraft: action.plan };
    case 'finishing':
      return { ...state, isFinishing: true };
    case 'steps':
      return { ...state, phase: 'reading', steps: [...state.steps, ...action.steps] };
    case 'sources':
      return {
        ...state,
        phase: 'writing',
        sources: action.sources,
        language: action.language,
        isModelLoading: action.isModelLoading === true,
      };
    case 'delta':
      return { ...state, written: state.written + action.text };
    case 'block':
      return {
        ...state,
        phase: 'writing',
        blocks: placed(state.blocks, action.index, action.html, ''),
        citations: placed(state.citations, action.index, action.citations, []),
      };
    case 'sentence':
      return { ...state, sentences: placed(state.sentences, action.index, action.text, '') };
    case 'quotes':
      return { ...state, quotes: action.quotes };
    case 'statement':
      return {
        ...state,
        statements: [...state.statements, action.message],
      };
    case 'timed':
      return { ...state, totalMs: action.totalMs, times: action.times };
    case 'priced':
      return { ...state, cost: action.cost };
    case 'answered':
      return answered(state, action);
    case 'failed':
      return { ...state, ...endedEarly(state), phase: 'ended', planDraft: null, failure: action.failure };
    case 'card':
      return state.card === action.card ? state : { ...state, card: action.card };
    case 'speaking':
      return { ...state, speaking: action.speaking };
    case 'listening':
      return {
        ...state,
        listening: action.listening,
        hasListeningFailed: action.hasListeningFailed === true,
      };
    case 'hushed':
      return { ...state, card: null, speaking: null, listening: false };
    case 'health':
      return { ...state, health: action.health };
    case 'aside':
      return { ...state, aside: { ...state.aside, ...action.aside } };
    case 'restored':
      return {
        ...action.earlier,
        // A question without an answer stays where it was asked.
        draft: state.draft === state.question ? action.earlier.draft : state.draft || action.earlier.draft,
        health: state.health,
        aside: state.aside,
        card: null,
        speaking: null,
      };
    case 'scoped':
      return { ...state, scope: action.scope };
    case 'cleared':
      return {
        ...initialState,
        draft: state.draft,
        health: state.health,
        aside: state.aside,
        scope: action.scope,
      };
  }
}

function answered(state: State, { answer }: Action & { type: 'answered' }): State {
  const isEmpty = answer.sources.length === 0 && answer.tokensUsed === 0 && answer.model !== 'instant';
  return {
    ...state,
    phase: 'ended',
    answer,
    sources: answer.sources.map((source) => withKnown(source, state)),
    ...withoutProblem(state, answer),
    sentences: state.sentences.length > 0 ? state.sentences : [answer.speech],
    ...(isEmpty && returned(state)),
  };
}

/** The field without the question that leaves it; another text, typed in the meantime, stays. */
function emptied(state: State, question: string): Pick<State, 'draft' | 'note' | 'wantsDeep'> {
  const isGone = state.draft.trim() === question;
  return isGone
    ? { draft: '', note: null, wantsDeep: false }
    : { draft: state.draft, note: null, wantsDeep: state.wantsDeep };
}

function unqueued(state: State, at: number): State {
  const taken = state.queue[at];
  if (taken === undefined) return state;
  const draft = state.draft.trim();
  const instead = draft === '' ? [] : [{ question: draft, isDeep: state.wantsDeep }];
  const queue = state.queue.toSpliced(at, 1, ...instead);
  return { ...state, draft: taken.question, wantsDeep: taken.isDeep, note: null, queue };
}

/** What there is of the answer is kept as one; without any text, the question returns to the field. */
function endedEarly(state: State): Partial<State> {
  const { written, sentences, blocks, sources } = state;
  if (blocks.length === 0) return returned(state);
  const text = sentences.join('').trim();
  const told = { markdown: written.trim() || text, speech: text, html: blocks.join('\n'), sources };
  return { answer: { id: newAnswerId(), ...told, model: '', tokensUsed: 0, problem: '', error: '' } };
}

/** A question without an answer returns to the field, where the reader can change it. */
function returned({ draft, question, wantsDeep, isDeep }: State): Pick<State, 'draft' | 'wantsDeep'> {
  return { draft: draft || question, wantsDeep: wantsDeep || isDeep };
}

/** The list with the item at its place; places before it that have none get `none`. */
function placed<Item>(list: readonly Item[], index: number, item: Item, none: Item): Item[] {
  const length = Math.max(list.length, index + 1);
  return Array.from({ length }, (_, at) => (at === index ? item : (list[at] ?? none)));
}

/**
 * The streamed blocks, which are the final HTML with its statements marked; that HTML if there are none. The
 * block that only says what failed is left out, because the notice says it.
 */
function withoutProblem(
  { blocks, citations }: State,
  { html, problem }: PageAnswer,
): Pick<State, 'blocks' | 'citations'> {
  if (blocks.length === 0) return { blocks: html === '' ? [] : [html], citations };
  // The first paragraph says that nothing was checked.
  if (problem === 'unsourced' && blocks.length > 1)
    return { blocks: blocks.slice(1), citations: citations.slice(1) };
  if (problem !== 'quoted' && problem !== 'broken-off') return { blocks, citations };
  const range = problem === 'quoted' ? [1] : [0, -1];
  return { blocks: blocks.slice(...range), citations: citations.slice(...range) };
}

/** The source with the fields that only the `sources` event has. */
function withKnown(source: PageSource, { sources }: State): PageSource {
  const known = sources.find(({ index }) => index === source.index);
  return { ...known, ...source, icon: known?.icon ?? '' };
}
