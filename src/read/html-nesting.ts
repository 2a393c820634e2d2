const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements that never have an end tag (HTML, section 13.1.2). */
export const VOID_TAGS = words(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr',
);
/** Elements whose inside follows the rules of XML in two ways: `<x/>` is closed, and `<![CDATA[` is text. */
export const FOREIGN_TAGS = words('svg math');
/** Elements inside these where HTML goes on. */
export const HTML_AGAIN_TAGS = words('mi mo mn ms mtext annotation-xml foreignobject desc title');

/** HTML elements that end svg and math around them (HTML, section 13.2.6.5). */
export const ENDS_FOREIGN = words(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p ' +
    'pre ruby s small span strong strike sub sup table tt u ul var',
);
/** Elements that go on in the next paragraph until their end tag (HTML, section 13.2.4.3); links are left to end where they do. */
export const FORMATTING = words('b big code em font i nobr s small strike strong tt u');

/** Elements out of which no formatting goes on. */
export const FORMAT_BOUNDS = words('td th caption button applet marquee object template body html');

/** Out of these no end tag reaches, but that of a table or of a part of one (HTML, section 13.2.4.2, "in scope"). */
export const SCOPES = words('applet caption html table td th marquee object template');
/** Elements whose end tags reach through cells, captions and tables, which hold those of all others back. */
export const OF_TABLES = words('table tbody td tfoot th thead tr caption template html body');
/** Elements with which an end tag has to reckon; one of any other element does not reach out of them ("special"). */
export const SPECIAL = words(
  'address applet area article aside blockquote body button caption center col colgroup dd details dir div dl dt fieldset ' +
    'figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup html iframe li listing main marquee menu nav ' +
    'object ol p pre script search section select style summary table tbody td template textarea tfoot th thead title tr ul xmp',
);

const CLOSES_P = words('p');
const CLOSES_HEADING = words('h1 h2 h3 h4 h5 h6 p');
const CLOSES_FORM_FIELD = words('input option optgroup select button datalist textarea');
const CLOSES_SECTION = words('thead tbody');
const CLOSES_TERM = words('dd dt');
const CLOSES_RUBY = words('rt rp');

/** What a start tag ends where it stands right inside of it (HTML, section 13.1.2.4, as far as pages leave end tags out). */
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
