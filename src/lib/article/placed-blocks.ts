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
  readonly ownNames: NameWords;
  /** The words in its name and in those of the two elements around it. */
  readonly nearNames: NameWords;
  /** The words in its name and in those of all elements around it. */
  readonly allNames: NameWords;
  /** The kinds of elements around it (`KINDS`), as bits. */
  readonly kinds: number;
  /** Identifies the elements with equal tags and first classes on the path from the root of the page. */
  readonly path: number;
  /** The number of neighbours with the same tag and first class, including itself. */
  readonly twins: number;
  /** Of this element and those around it, the one with the most twins. */
  readonly mostTwinned: BlockPlace;
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
  /** The characters of its text inside links. */
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

type OpenBlock = {
  pieces: { text: string; part: Part }[];
  inside: NameWords;
  linkChars: number;
};

/** The blocks of a page in page order, without empty ones. */
export function placedBlocks(page: Part): PlacedBlock[] {
  return new BlockReader().read(page);
}

class BlockReader {
  readonly #readName = createNameReader();
  readonly #blocks: PlacedBlock[] = [];
  #open = emptyBlock();

  read(page: Part): PlacedBlock[] {
    const root = placeOf(page, null, this.#nameOf(page), null);
    this.#readChildren(page, root, false);
    this.#close(root);
    return this.#blocks;
  }

  #readChildren(part: Part, place: BlockPlace, inLink: boolean): void {
    const twins = part === place.part ? twinsIn(part) : null;
    for (const child of part.children) {
      if (typeof child === 'string') this.#addText(child, part, inLink);
      else if (child.tag === 'br') this.#addBreak(child, place);
      else if (isInline(child.tag)) this.#readInline(child, place, inLink);
      else if (isPlainCell(child)) this.#readCell(child, place, inLink);
      else {
        this.#close(place);
        if (child.chars === 0) continue;
        const inner = placeOf(child, place, this.#nameOf(child), twins);
        this.#readChildren(child, inner, inLink);
        this.#close(inner);
      }
    }
  }

  #addText(text: string, part: Part, inLink: boolean): void {
    this.#open.pieces.push({ text, part });
    if (inLink) this.#open.linkChars += text.trim().length;
  }

  /** The second of two line breaks ends a block. */
  #addBreak(part: Part, place: BlockPlace): void {
    if (this.#open.pieces.at(-1)?.text === '\n') this.#close(place);
    else this.#open.pieces.push({ text: '\n', part });
  }

  #readInline(part: Part, place: BlockPlace, inLink: boolean): void {
    if (isLinkPopUp(part)) return;
    if (part.chars > 0) this.#open.inside |= this.#nameOf(part);
    this.#readChildren(part, place, inLink || part.tag === 'a');
  }

  #readCell(part: Part, place: BlockPlace, inLink: boolean): void {
    this.#open.pieces.push({ text: ' ', part });
    this.#readChildren(part, place, inLink);
    this.#open.pieces.push({ text: ' ', part });
  }

  /** Ends the block. One without a piece goes on, because it may have the names of what comes next. */
  #close(place: BlockPlace): void {
    const { pieces } = this.#open;
    if (pieces.some(({ text }) => /\S/.test(text)))
      this.#blocks.push({ place, tag: place.part.tag, ...this.#open });
    if (pieces.length > 0) this.#open = emptyBlock();
  }

  #nameOf({ attributes }: Part): NameWords {
    return this.#readName(attributes.class, attributes.id);
  }
}

function emptyBlock(): OpenBlock {
  return { pieces: [], inside: 0, linkChars: 0 };
}

/** Whether it is a cell of a table without blocks in it. */
function isPlainCell({ tag, children }: Part): boolean {
  if (tag !== 'td' && tag !== 'th') return false;
  return children.every((child) => typeof child === 'string' || child.tag === 'br' || isInline(child.tag));
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
  name: NameWords,
  twinsAround: Map<string, number> | null,
): BlockPlace {
  const { tag, attributes } = part;
  const signature = signatureOf(part);
  const names = BARE.has(tag) ? 0 : name;
  const kinds =
    (outer?.kinds ?? 0) | kindOf(tag) | kindOf(attributes.role) | kindOf(attributes.itemprop?.toLowerCase());
  const twins = twinsAround?.get(signature) ?? 1;
  const place = {
    part,
    outer,
    depth: (outer?.depth ?? -1) + 1,
    ownNames: names,
    nearNames: names | (outer?.ownNames ?? 0) | (outer?.outer?.ownNames ?? 0),
    allNames: names | (outer?.allNames ?? 0),
    kinds,
    path: hash(outer?.path ?? 7, signature),
    twins,
  };
  const whole = place as { -readonly [Key in keyof BlockPlace]: BlockPlace[Key] };
  whole.mostTwinned = outer === null || twins > outer.mostTwinned.twins ? whole : outer.mostTwinned;
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

/** Whether it is in a `pre`, where white space counts. */
export function isInPre({ kinds }: BlockPlace): boolean {
  return (kinds & PRE) !== 0;
}
