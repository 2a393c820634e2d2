import { FORMATTING, OF_TABLES, SCOPES, SPECIAL } from './html-nesting.ts';

/** Which open elements an end tag ends: it does not reach out of everything that may stand between. */
export type Reach = {
  readonly enter: (tag: string) => void;
  readonly leave: (tag: string) => void;
  readonly isOpen: (tag: string) => boolean;
  /** Whether an end tag of this name ends an element that is open, and all in it. */
  readonly isEnded: (tag: string) => boolean;
};

type Counts = Map<string, number>;
type Kind = 'table' | 'scope' | 'item' | 'paragraph' | 'other';

/** Out of what the end tags of each kind do not reach. */
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

/** Counts what is open by the kind of its end tag, so that a tag costs the same at any depth. */
export function createReach(): Reach {
  /** Of each kind what is open since the last element that bounds it was opened; nothing there has no counts. */
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
