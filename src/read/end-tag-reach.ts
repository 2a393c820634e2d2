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
type EndTagKind = 'table' | 'scope' | 'item' | 'paragraph' | 'other';
/** The kind of the end tag that belongs to a tag, and the kinds of end tags that the tag stops. */
type TagTraits = { readonly kind: EndTagKind; readonly stops: readonly EndTagKind[] };

/** For each kind of end tag, the elements that stop it. */
const BOUNDS: Readonly<Record<EndTagKind, ReadonlySet<string>>> = {
  table: new Set(),
  scope: SCOPES,
  item: new Set([...SCOPES, 'ol', 'ul']),
  paragraph: new Set([...SCOPES, 'button']),
  other: SPECIAL,
};
const KINDS = ['table', 'scope', 'item', 'paragraph', 'other'] as const;
const TRAITS: ReadonlyMap<string, TagTraits> = new Map(
  [...OF_TABLES, ...SPECIAL, ...FORMATTING, ...SCOPES, 'a', 'li', 'p', 'ol', 'ul', 'button'].map((tag) => [
    tag,
    { kind: kindOf(tag), stops: KINDS.filter((kind) => BOUNDS[kind].has(tag)) },
  ]),
);
const OTHER: TagTraits = { kind: 'other', stops: [] };

/** Counts the open elements by the kind of their end tag, so that a tag costs the same at any depth. */
export function createReach(): Reach {
  /** For each kind, the elements opened since the last one that stops it, if there are any. */
  const open: Record<EndTagKind, (Counts | undefined)[]> = {
    table: [undefined],
    scope: [undefined],
    item: [undefined],
    paragraph: [undefined],
    other: [undefined],
  };
  const all: Counts = new Map();
  const count = (tag: string, kind: EndTagKind, by: 1 | -1) => {
    all.set(tag, (all.get(tag) ?? 0) + by);
    const stack = open[kind];
    const counts = stack.at(-1) ?? new Map<string, number>();
    stack[stack.length - 1] = counts;
    counts.set(tag, (counts.get(tag) ?? 0) + by);
  };
  return {
    enter(tag) {
      const { kind, stops } = TRAITS.get(tag) ?? OTHER;
      for (const each of stops) open[each].push(undefined);
      count(tag, kind, 1);
    },
    leave(tag) {
      const { kind, stops } = TRAITS.get(tag) ?? OTHER;
      count(tag, kind, -1);
      for (const each of stops) open[each].pop();
    },
    isOpen: (tag) => (all.get(tag) ?? 0) > 0,
    isEnded: (tag) => (open[(TRAITS.get(tag) ?? OTHER).kind].at(-1)?.get(tag) ?? 0) > 0,
  };
}

function kindOf(tag: string): EndTagKind {
  if (OF_TABLES.has(tag)) return 'table';
  if (tag === 'li') return 'item';
  if (tag === 'p') return 'paragraph';
  return SPECIAL.has(tag) || FORMATTING.has(tag) || tag === 'a' ? 'scope' : 'other';
}
