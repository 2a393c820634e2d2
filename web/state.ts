import type { PageAnswer, PageHealth, PageSource } from './messages.ts';

/** How a question ended other than with an answer. */
export type TroubleKind =
  | 'stopped'
  | 'offline'
  | 'unreachable'
  | 'key'
  | 'wrong-key'
  | 'rate'
  | 'busy'
  | 'refused'
  | 'search'
  | 'broken'
  | 'failed';

export type Trouble = {
  readonly kind: TroubleKind;
  /** The service's own words; empty where it had none. */
  readonly message: string;
  readonly retryAfterSeconds: number | null;
};

/** Everything the page shows. It changes through `reduce` alone. */
export type State = {
  /** What stands in the field. */
  readonly draft: string;
  /** What was asked last; empty before the first question. */
  readonly question: string;
  readonly phase: 'idle' | 'searching' | 'writing' | 'ended';
  readonly sources: readonly PageSource[];
  /** HTML of the answer's top-level blocks, in order. The last one may still grow. */
  readonly blocks: readonly string[];
  /** How long the whole answer took, in milliseconds; null as long as nobody said. */
  readonly totalMs: number | null;
  readonly answer: PageAnswer | null;
  readonly trouble: Trouble | null;
  /** Number of the source the reader points at; null when at none. */
  readonly pointedAt: number | null;
  readonly health: PageHealth | null;
};

export type Action =
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'asked'; readonly question: string }
  | { readonly type: 'sources'; readonly sources: readonly PageSource[] }
  | { readonly type: 'block'; readonly index: number; readonly html: string }
  | { readonly type: 'timed'; readonly totalMs: number | null }
  | { readonly type: 'answered'; readonly answer: PageAnswer }
  | { readonly type: 'troubled'; readonly trouble: Trouble }
  | { readonly type: 'pointed'; readonly at: number | null }
  | { readonly type: 'health'; readonly health: PageHealth }
  /** An answer seen before comes back, by the browser's Back or Forward. */
  | { readonly type: 'restored'; readonly earlier: State }
  | { readonly type: 'cleared' };

export const initialState: State = {
  draft: '',
  question: '',
  phase: 'idle',
  sources: [],
  blocks: [],
  totalMs: null,
  answer: null,
  trouble: null,
  pointedAt: null,
  health: null,
};

/** True from the question until its answer or its trouble. */
export function isAsking(state: State): boolean {
  return state.phase === 'searching' || state.phase === 'writing';
}

/** The state after the action. Pure; an action that changes nothing returns the very same state. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'typed':
      return { ...state, draft: action.text };
    case 'asked':
      return {
        ...initialState,
        health: state.health,
        draft: action.question,
        question: action.question,
        phase: 'searching',
      };
    case 'sources':
      return { ...state, phase: 'writing', sources: action.sources };
    case 'block':
      return { ...state, phase: 'writing', blocks: withBlock(state.blocks, action.index, action.html) };
    case 'timed':
      return { ...state, totalMs: action.totalMs };
    case 'answered':
      return {
        ...state,
        phase: 'ended',
        answer: action.answer,
        sources: action.answer.sources,
        blocks: finalBlocks(state.blocks, action.answer.html),
      };
    case 'troubled':
      return { ...state, phase: 'ended', trouble: action.trouble };
    case 'pointed':
      return state.pointedAt === action.at ? state : { ...state, pointedAt: action.at };
    case 'health':
      return { ...state, health: action.health };
    case 'restored':
      return { ...action.earlier, health: state.health, pointedAt: null };
    case 'cleared':
      return { ...initialState, health: state.health };
  }
}

function withBlock(blocks: readonly string[], index: number, html: string): string[] {
  const length = Math.max(blocks.length, index + 1);
  return Array.from({ length }, (_, at) => (at === index ? html : (blocks[at] ?? '')));
}

/** The blocks as they were streamed where they say the same as the final HTML: replacing them would lose a selection. */
function finalBlocks(blocks: readonly string[], html: string): readonly string[] {
  const bare = (text: string) => text.replace(/\s+/g, '');
  if (bare(blocks.join('')) === bare(html)) return blocks;
  return html === '' ? [] : [html];
}
