import { FORMATTING, OF_TABLES, SCOPES, SPECIAL } from './html-nesting.ts';

/** Decides which open elements an end tag closes: some elements in between stop it. */
export type Reach = {
  readonly enter: (tag: string) => void;
  readonly leave: (tag: string) => void;
  readonly isOpen: (tag: string) => boolean;
  /** Whether an end tag of this name closes an open element, with everything in it. */
  readonly isEnded: (tag: string) => boolean;
};

type Counts = Map<string, number>;
type Kind = 'table' | 'scope' | 'item' | 'paragraph' | 'other';

/** For each kind of end tag, the elements that stop it. */
const BOUNDS: Readonly<Record<Kind, ReadonlySet<string>>> = {
  table: new Set(),
  scope: SCOPES,
  item: new Set([...SCOPES, 'ol', 'ul']),
  paragraph: new Set([...SCOPES, 'button']),
  other: SPECIAL,
};
const BOUNDED: readonly (readonly [Kind, ReadonlySet<string>])[] = (
  ['scope', 'item', 'paragraph', 'other'] as const
).map((kind) => [kind, BOUNDS[kind]]);

/** Counts the open elements by the kind of their end tag, so that a tag costs the same at any depth. */
export function createReach(): Reach {
  /**
   * For each kind, how many elements have been opened since the last one that stops it; elements without
   * counts are absent.
   */
  const open: Record<Kind, (Counts | undefined)[]> = {
    table: [undefined],
    scope: [undefined],
    item: [undefined],
    paragraph: [undefined],
    other: [undefined],
  };
  const all: Counts = new Map();
  const count = (tag: string, by: 1 | -1) => {
    all.set(tag, (all.get(tag) ?? 0) + by);
    const stack = open[kindOf(tag)];
    const counts = stack.at(-1) ?? new Map<string, number>();
    stack[stack.length - 1] = counts;
    counts.set(tag, (counts.get(tag) ?? 0) + by);
  };
  return {
    enter(tag) {
      for (const [kind, bounds] of BOUNDED) if (bounds.has(tag)) open[kind].push(undefined);
      count(tag, 1);
    },
    leave(tag) {
      count(tag, -1);
      for (const [kind, bounds] of BOUNDED) if (bounds.has(tag)) open[kind].pop();
    },
    isOpen: (tag) => (all.get(tag) ?? 0) > 0,
    isEnded: (tag) => (open[kindOf(tag)].at(-1)?.get(tag) ?? 0) > 0,
  };
}

function kindOf(tag: string): Kind {
  if (OF_TABLES.has(tag)) return 'table';
  if (tag === 'li') return 'item';
  if (tag === 'p') return 'paragraph';
  return SPECIAL.has(tag) || FORMATTING.has(tag) || tag === 'a' ? 'scope' : 'other';
}
