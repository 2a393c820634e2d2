/**
 * Words in the `class` and `id` of elements, each line one trait. A forest that was learned from pages
 * decides what they say about the text inside.
 */
export const NAME_LINES: readonly string[] = [
  'nav navi navbar navigation menu submenu megamenu',
  'breadcrumb crumb',
  'sidebar side aside rail',
  'related recommend recommended recommendation recommendations similar recirc onward outbrain taboola',
  'ad ads advert advertisement advertising adslot sponsor sponsored promo promoted promotion dfp',
  'share sharing social follow sharedaddy',
  'newsletter subscribe subscription signup register login paywall',
  'cookie consent gdpr',
  'popup modal overlay dialog lightbox tooltip',
  'comment reply respond disqus discussion',
  'pagination pager paging pagenav',
  'tag tagged keyword label badge',
  'popular trending latest recent most',
  'footer foot bottom colophon',
  'header masthead topbar',
  'meta metadata info',
  'byline author bio contributor',
  'caption credit copyright figcaption',
  'date time timestamp dateline published updated',
  'teaser card tile',
  'article story',
  'post entry hentry',
  'body content text main copy',
  'rich richtext prose markdown wysiwyg rte',
  'summary excerpt lead lede intro standfirst dek chapo subtitle abstract',
  'title headline heading',
  'product item sku pdp',
  'price cost buy cart shop stock',
  'review rating star testimonial',
  'spec specification feature attribute detail property',
  'list grid row results result listing',
  'forum thread topic message msg postbody',
  'question answer qa faq',
  'user profile avatar member',
  'signature sig',
  'quote blockquote',
  'toc',
  'table',
  'code highlight snippet example',
  'widget module box block',
  'hidden collapse collapsed accordion tab panel',
  'gallery carousel slider slide slideshow swiper',
  'button btn cta',
  'search filter sort facet',
  'form input field',
  'banner hero jumbotron',
  'legal disclaimer term privacy',
  'note footnote reference citation',
  'video image img media photo figure picture',
  'print tool toolbar action',
  'vote score count stat',
  'language lang locale',
  'category cat categories',
  'archive',
  'donate donation support',
  'contact address phone',
  'poll quiz',
  'doc docs documentation api wiki',
  'description desc',
  'secondary',
  'primary',
  'page',
];

const LINE_OF: ReadonlyMap<string, number> = new Map(
  NAME_LINES.flatMap((line, at) => line.split(' ').map((word) => [word, at] as const)),
);
/** A longer name is not written by a person; more names than this are read again. */
const MAX_NAME_CHARS = 300;
const MAX_WORDS_KEPT = 5_000;

/** A set of lines, as bits in two numbers. */
export type NameWords = { readonly low: number; readonly high: number };

/** The set without a line. */
export const NO_WORDS: NameWords = { low: 0, high: 0 };

/** Creates the reading of names; the same name is read once. */
export function createNameReader(): (className: string | undefined, id: string | undefined) => NameWords {
  const known = new Map<string, NameWords>();
  const read = (name: string): NameWords => {
    const kept = known.get(name);
    if (kept !== undefined) return kept;
    let [low, high] = [0, 0];
    const words = name.slice(0, MAX_NAME_CHARS).match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
    for (const word of words) {
      const whole = word.toLowerCase();
      const line = LINE_OF.get(whole) ?? LINE_OF.get(whole.replace(/s$/, ''));
      if (line === undefined) continue;
      if (line < 31) low |= 1 << line;
      else high |= 1 << (line - 31);
    }
    const found = low === 0 && high === 0 ? NO_WORDS : { low, high };
    if (known.size < MAX_WORDS_KEPT) known.set(name, found);
    return found;
  };
  return (className, id) => {
    if (className === undefined) return id === undefined ? NO_WORDS : read(id);
    return id === undefined ? read(className) : union(read(className), read(id));
  };
}

/** Both sets together. */
export function union(one: NameWords, other: NameWords): NameWords {
  if (one === NO_WORDS || one === other) return other;
  if (other === NO_WORDS) return one;
  return { low: one.low | other.low, high: one.high | other.high };
}
