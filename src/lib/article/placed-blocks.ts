import { createNameReader, type NameWords } from './name-words.ts';
import { isInline, type Part } from './part.ts';
import { isLinkPopUp } from './prune.ts';

/** A block-level element around a block, with the facts about its surroundings. */
export type BlockPlace = {
  readonly part: Part;
  /** The element around it; null for the page. */
  readonly outer: BlockPlace | null;
  readonly depth: number;
  /** The words in its own name. */
  readonly own: NameWords;
  /** The words in its name and in those of the two elements around it. */
  readonly near: NameWords;
  /** The words in its name and in those of all elements around it. */
  readonly all: NameWords;
  /** The kinds of elements around it (`KINDS`), as bits. */
  readonly kinds: number;
  /** Identifies the elements with equal tags and classes on the path from the root of the page. */
  readonly path: number;
  /** The number of neighbours with the same tag and class, including itself. */
  readonly twins: number;
  /** Of this element and those around it, the one with the most twins. */
  readonly most: BlockPlace;
};

/** A run of text that readers see as one unit, with its place. */
export type PlacedBlock = {
  readonly place: BlockPlace;
  /** The tag of the block-level element that it is directly in. */
  readonly tag: string;
  /** The texts in the block, each with the element that directly contains it. */
  readonly pieces: readonly { readonly text: string; readonly part: Part }[];
  /** The words in the names of inline elements. */
  readonly inside: NameWords;
  readonly linkChars: number;
};

/** Kinds of elements that give information about their content, by tag, role or item property. */
export const KINDS: readonly (readonly string[])[] = [
  ['footer', 'contentinfo'],
  ['main'],
  ['pre'],
  ['articlebody', 'text', 'acceptedanswer', 'suggestedanswer', 'commenttext'],
  ['p'],
];
const KIND_OF: ReadonlyMap<string, number> = new Map(
  KINDS.flatMap((names, at) => names.map((name) => [name, 1 << at] as const)),
);

type Open = {
  pieces: { text: string; part: Part }[];
  inside: NameWords;
  linkChars: number;
};

/** The blocks of a page in page order, without empty ones. */
export function placedBlocks(page: Part): PlacedBlock[] {
  const nameOf = createNameReader();
  const blocks: PlacedBlock[] = [];
  let open: Open = empty();
  const flush = (place: BlockPlace) => {
    if (open.pieces.some(({ text }) => /\S/.test(text))) blocks.push({ place, tag: place.part.tag, ...open });
    if (open.pieces.length > 0) open = empty();
  };
  const walk = (part: Part, place: BlockPlace, inLink: boolean) => {
    const twins = part === place.part ? twinsIn(part) : null;
    for (const child of part.children) {
      if (typeof child === 'string') {
        open.pieces.push({ text: child, part });
        if (inLink) open.linkChars += child.trim().length;
      } else if (child.tag === 'br') {
        const last = open.pieces.at(-1);
        if (last?.text === '\n') flush(place);
        else open.pieces.push({ text: '\n', part: child });
      } else if (isInline(child.tag)) {
        if (isLinkPopUp(child)) continue;
        const { class: className, id } = child.attributes;
        if (child.chars > 0) open.inside |= nameOf(className, id);
        walk(child, place, inLink || child.tag === 'a');
      } else if ((child.tag === 'td' || child.tag === 'th') && isPlainCell(child)) {
        open.pieces.push({ text: ' ', part: child });
        walk(child, place, inLink);
        open.pieces.push({ text: ' ', part: child });
      } else {
        flush(place);
        if (child.chars === 0) continue;
        const inner = placeOf(child, place, nameOf(child.attributes.class, child.attributes.id), twins);
        walk(child, inner, inLink);
        flush(inner);
      }
    }
  };
  const { class: className, id } = page.attributes;
  const root = placeOf(page, null, nameOf(className, id), null);
  walk(page, root, false);
  flush(root);
  return blocks;
}

function empty(): Open {
  return { pieces: [], inside: 0, linkChars: 0 };
}

function isPlainCell(cell: Part): boolean {
  return cell.children.every(
    (child) => typeof child === 'string' || child.tag === 'br' || isInline(child.tag),
  );
}

function signatureOf({ tag, attributes: { class: names } }: Part): string {
  if (names === undefined) return tag;
  const end = names.indexOf(' ');
  return `${tag} ${end < 0 ? names : names.slice(0, end)}`;
}

function twinsIn(part: Part): Map<string, number> {
  const counts = new Map<string, number>();
  for (const child of part.children) {
    if (typeof child === 'string' || child.chars === 0 || isInline(child.tag)) continue;
    const signature = signatureOf(child);
    counts.set(signature, (counts.get(signature) ?? 0) + 1);
  }
  return counts;
}

const BARE: ReadonlySet<string> = new Set(['', 'html', 'body']);

function placeOf(
  part: Part,
  outer: BlockPlace | null,
  own: NameWords,
  twinsAround: Map<string, number> | null,
): BlockPlace {
  const { tag, attributes } = part;
  const signature = signatureOf(part);
  const isFrame = BARE.has(tag);
  const names = isFrame ? 0 : own;
  const around = outer?.outer ?? null;
  const kinds =
    (outer?.kinds ?? 0) | kindOf(tag) | kindOf(attributes.role) | kindOf(attributes.itemprop?.toLowerCase());
  const twins = twinsAround?.get(signature) ?? 1;
  const place = {
    part,
    outer,
    depth: (outer?.depth ?? -1) + 1,
    own: names,
    near: names | (outer?.own ?? 0) | (around?.own ?? 0),
    all: names | (outer?.all ?? 0),
    kinds,
    path: hash(outer?.path ?? 7, signature),
    twins,
  };
  const most = outer === null || twins > outer.most.twins ? null : outer.most;
  return withMost(place, most);
}

function withMost(place: Omit<BlockPlace, 'most'>, most: BlockPlace | null): BlockPlace {
  const whole = { ...place } as { -readonly [Key in keyof BlockPlace]: BlockPlace[Key] };
  whole.most = most ?? whole;
  return whole;
}

function kindOf(name: string | undefined): number {
  return name === undefined ? 0 : (KIND_OF.get(name) ?? 0);
}

/** FNV-1a over the characters. */
function hash(start: number, text: string): number {
  let value = start;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619);
  return value >>> 0;
}

const PRE = kindOf('pre');

/** Whether white space counts in this element. */
export function isInPre({ kinds }: BlockPlace): boolean {
  return (kinds & PRE) !== 0;
}
