const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements without end tags (HTML, section 13.1.2), with obsolete ones that pages still have. */
const VOID_TAGS = words(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source ' +
    'track wbr',
);
/** Elements in which `&` and `<` are text (HTML, section 13.2.5.3). */
const RAW_TEXT_TAGS = words('script style xmp iframe noembed noframes plaintext');
/** Elements whose content follows two rules of XML: `<x/>` is a closed element, and `<![CDATA[` is text. */
const FOREIGN_TAGS = words('svg math');
/** Elements inside svg and math whose content is HTML again. */
const HTML_AGAIN_TAGS = words('mi mo mn ms mtext annotation-xml foreignobject desc title');

/** HTML elements that end the svg or math element around them (HTML, section 13.2.6.5). */
const ENDS_FOREIGN = words(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li ' +
    'listing menu meta nobr ol p ' +
    'pre ruby s small span strong strike sub sup table tt u ul var',
);
/** Elements that format text (HTML, section 13.2.4.3), without links. */
const FORMATTING = words('b big code em font i nobr s small strike strong tt u');

/** Elements that stop end tags except those of tables and their parts (HTML 13.2.4.2, "in scope"). */
const SCOPES = words('applet caption html table td th marquee object template');
/** Their end tags also close cells, captions and tables around them; they stop all other end tags. */
const OF_TABLES = words('table tbody td tfoot th thead tr caption template html body');
/** Elements that stop the end tags of all elements that are not listed here ("special"). */
const SPECIAL = words(
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
 * The open elements that a start tag closes if they are its parent: those whose end tags pages may omit
 * (HTML, section 13.1.2.4), and links, headings, form fields and parts of the head that pages forget
 * to close.
 */
const CLOSED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
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

type EndTagKind = 'table' | 'scope' | 'item' | 'paragraph' | 'other';

/** The standard's rules for the elements with one tag. */
export type TagRules = {
  /** The name of the tag, in lower case. */
  readonly tag: string;
  readonly isVoid: boolean;
  readonly isRawText: boolean;
  readonly isFrame: boolean;
  readonly isHeading: boolean;
  readonly isForeign: boolean;
  readonly isHtmlAgain: boolean;
  readonly endsForeign: boolean;
  /** The elements that its start tag closes, if one of them is its parent. */
  readonly closes: ReadonlySet<string> | null;
  /** The kind of its end tag, and the kinds of end tags that the element stops. */
  readonly kind: EndTagKind;
  readonly stops: readonly EndTagKind[];
};

/** For each kind of end tag, the elements that stop it. */
const BOUNDS: Readonly<Record<EndTagKind, ReadonlySet<string>>> = {
  table: new Set(),
  scope: SCOPES,
  item: new Set([...SCOPES, 'ol', 'ul']),
  paragraph: new Set([...SCOPES, 'button']),
  other: SPECIAL,
};
const KINDS = ['table', 'scope', 'item', 'paragraph', 'other'] as const;
const FRAME = words('html head body');
const HEADINGS = words('h1 h2 h3 h4 h5 h6');

function rulesFor(tag: string): TagRules {
  return {
    tag,
    isVoid: VOID_TAGS.has(tag),
    isRawText: RAW_TEXT_TAGS.has(tag),
    isFrame: FRAME.has(tag),
    isHeading: HEADINGS.has(tag),
    isForeign: FOREIGN_TAGS.has(tag),
    isHtmlAgain: HTML_AGAIN_TAGS.has(tag),
    endsForeign: ENDS_FOREIGN.has(tag),
    closes: CLOSED_BY.get(tag) ?? null,
    kind: kindOf(tag),
    stops: KINDS.filter((kind) => BOUNDS[kind].has(tag)),
  };
}

function kindOf(tag: string): EndTagKind {
  if (OF_TABLES.has(tag)) return 'table';
  if (tag === 'li') return 'item';
  if (tag === 'p') return 'paragraph';
  return SPECIAL.has(tag) || FORMATTING.has(tag) || tag === 'a' ? 'scope' : 'other';
}

const KNOWN: ReadonlyMap<string, TagRules> = new Map(
  [
    ...[VOID_TAGS, RAW_TEXT_TAGS, FOREIGN_TAGS, HTML_AGAIN_TAGS, ENDS_FOREIGN, FORMATTING, OF_TABLES],
    ...[SPECIAL, SCOPES, HEADINGS, FRAME, CLOSED_BY.keys()],
  ].flatMap((tags) => Array.from(tags, (tag) => [tag, rulesFor(tag)] as const)),
);

/** A tag on one page: its rules, and the depths of its open elements. */
export type PageTag = { readonly rules: TagRules; readonly depths: number[] };

/** Remembers which tags are open, and decides which of them an end tag closes. */
export class Nesting {
  readonly #tags = new Map<string, PageTag>();
  /** For each kind of end tag, the depths of the open elements that stop it. */
  readonly #stops: Readonly<Record<EndTagKind, number[]>> = {
    table: [],
    scope: [],
    item: [],
    paragraph: [],
    other: [],
  };

  /** The tag with a name in lower case. */
  tagOf(name: string): PageTag {
    const existing = this.#tags.get(name);
    if (existing !== undefined) return existing;
    const tag = { rules: KNOWN.get(name) ?? rulesFor(name), depths: [] };
    this.#tags.set(name, tag);
    return tag;
  }

  enter({ rules, depths }: PageTag, depth: number): void {
    depths.push(depth);
    for (const kind of rules.stops) this.#stops[kind].push(depth);
  }

  leave({ rules, depths }: PageTag): void {
    depths.pop();
    for (const kind of rules.stops) this.#stops[kind].pop();
  }

  /** Whether an end tag closes an open element, in the same time at any depth. */
  isEnded({ rules: { kind }, depths }: PageTag): boolean {
    return depths.length > 0 && (depths.at(-1) ?? 0) >= (this.#stops[kind].at(-1) ?? 0);
  }
}
