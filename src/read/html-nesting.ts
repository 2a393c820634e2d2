const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements without end tags (HTML, section 13.1.2). */
export const VOID_TAGS = words(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source ' +
    'track wbr',
);
/** Elements in which `&` and `<` are text (HTML, section 13.2.5.3). */
export const RAW_TEXT_TAGS = words('script style xmp iframe noembed noframes plaintext');
/** Elements whose content follows two rules of XML: `<x/>` is a closed element, and `<![CDATA[` is text. */
export const FOREIGN_TAGS = words('svg math');
/** Elements within these whose content is HTML again. */
export const HTML_AGAIN_TAGS = words('mi mo mn ms mtext annotation-xml foreignobject desc title');

/** HTML elements that end the svg or math element around them (HTML, section 13.2.6.5). */
export const ENDS_FOREIGN = words(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li ' +
    'listing menu meta nobr ol p ' +
    'pre ruby s small span strong strike sub sup table tt u ul var',
);
/** Elements that format text (HTML, section 13.2.4.3), without links. */
export const FORMATTING = words('b big code em font i nobr s small strike strong tt u');

/**
 * Elements that stop every end tag except those of tables and their parts (HTML, section 13.2.4.2, "in
 * scope").
 */
export const SCOPES = words('applet caption html table td th marquee object template');
/**
 * Elements whose end tags also close cells, captions and tables around them, and which stop all other end
 * tags.
 */
export const OF_TABLES = words('table tbody td tfoot th thead tr caption template html body');
/** Elements that stop the end tags of all elements that are not listed here ("special"). */
export const SPECIAL = words(
  'address applet area article aside blockquote body button caption center col colgroup dd details ' +
    'dir div dl dt fieldset ' +
    'figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup html iframe li ' +
    'listing main marquee menu nav ' +
    'object ol p pre script search section select style summary table tbody td template textarea ' +
    'tfoot th thead title tr ul xmp',
);

const CLOSES_P = words('p');
const CLOSES_HEADING = words('h1 h2 h3 h4 h5 h6 p');
const CLOSES_FORM_FIELD = words('input option optgroup select button datalist textarea');
const CLOSES_SECTION = words('thead tbody');
const CLOSES_TERM = words('dd dt');
const CLOSES_RUBY = words('rt rp');

/**
 * The open elements that a start tag closes if they are its parent (HTML, section 13.1.2.4, for end tags that
 * pages omit).
 */
export const CLOSED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...each('address article aside blockquote details div dl fieldset figcaption figure footer form', CLOSES_P),
  ...each('header hr main nav ol p pre section table ul', CLOSES_P),
  ...each('h1 h2 h3 h4 h5 h6', CLOSES_HEADING),
  ...each('select input output button datalist textarea', CLOSES_FORM_FIELD),
  ...each('dd dt', CLOSES_TERM),
  ...each('rt rp', CLOSES_RUBY),
  ...each('tbody tfoot', CLOSES_SECTION),
  ['tr', words('tr th td')],
  ['th', words('th td')],
  ['td', words('thead th td')],
  ['li', words('li')],
  ['a', words('a')],
  ['body', words('head link script')],
  ['option', words('option')],
  ['optgroup', words('optgroup option')],
]);

function each(tags: string, closes: ReadonlySet<string>): [string, ReadonlySet<string>][] {
  return tags.split(' ').map((tag) => [tag, closes]);
}

/** Decides which open elements an end tag closes: some elements in between stop it. */
type Reach = {
  readonly enter: (tag: string) => void;
  readonly leave: (tag: string) => void;
  readonly isOpen: (tag: string) => boolean;
  /** Whether an end tag of this name closes an open element, with everything in it. */
  readonly isEnded: (tag: string) => boolean;
};

type Counts = Map<string, number>;
type EndTagKind = 'table' | 'scope' | 'item' | 'paragraph' | 'other';
/** The kind of a tag's end tag, and the kinds of end tags that the tag stops. */
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

/** Counts the open elements by the kind of their end tag, so that a tag has the same cost at any depth. */
export function createReach(): Reach {
  /** For each kind, the elements opened since the last element that stops it, if there are any. */
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
