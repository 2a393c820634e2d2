import type { HtmlElement } from './html-element.ts';
import type { Part } from './part.ts';

/** Elements that never contain article text. */
const NO_TEXT: ReadonlySet<string> = new Set(
  (
    'script style noscript template head title meta link base svg math canvas iframe object embed ' +
    'video audio img ' +
    'picture source map area input select option optgroup textarea datalist button progress meter ' +
    'dialog frame frameset'
  ).split(' '),
);
/** Elements and roles that surround an article. */
const AROUND: ReadonlySet<string> = new Set(['nav', 'aside', 'footer', 'menu', 'figcaption', 'form']);
const AROUND_ROLES: ReadonlySet<string> = new Set(
  (
    'navigation banner contentinfo complementary dialog alert alertdialog search menu menubar tablist ' +
    'toolbar'
  ).split(' '),
);

/** Words in `class` and `id` that mark boilerplate, even if they have other uses. */
const SURELY_AROUND = names(
  'nav navi navbar navigation menu breadcrumbs? sidebar side-?bar related ' +
    'related-?(?:posts|articles|content|links|stories) recommend(?:ed|ations?)? outbrain taboola ' +
    'advert(?:s|isements?|ising)? adslot ad-?(?:container|wrapper|slot|unit|box) share sharing ' +
    'share-?(?:bar|buttons?|links|tools) sharedaddy social-?(?:share|sharing|links|media|bar|buttons)? ' +
    'newsletter newsletter-?(?:signup|box|form|promo) subscribe cookies? ' +
    'cookie-?(?:banner|notice|consent|bar) consent gdpr popup pop-?up modal modal-?\\w+ overlay ' +
    'lightbox disqus disqus_thread respond comment-?(?:form|list|respond|section|count) comments ' +
    'comments-?(?:area|list|section) pagination pager tag-?cloud jp-relatedposts ' +
    'most-?(?:read|popular|viewed) skip-?link footer site-?footer page-?footer',
);
/** Words that usually mark boilerplate, but sometimes the article. */
const PERHAPS_AROUND = names(
  'teasers? promo promoted promotion sponsor(?:ed|s)? ads? banner social socials follow subscription ' +
    'sign-?up login register comment commentlist reply paging tags? tag-?(?:list|links) meta metadata ' +
    '(?:post|entry|article)-?(?:meta|footer|info|tags|date|author) byline ' +
    'author-?(?:box|bio|info|card|name|profile)? authors? about-?author bio credits? caption ' +
    'wp-caption-text copyright toolbar widgets? widget-?area poll ratings? votes? popular trending ' +
    'more-?(?:news|stories|from|on|articles) read-?(?:more|next|also) also see-?also print print-?only ' +
    'timestamp dateline pubdate publish(?:ed)?-?date date posted-?on article-?tools tools feedback ' +
    'donate donation infobox-?ad toc table-?of-?contents noprint navbox catlinks printfooter ' +
    'mw-editsection',
);
/** Words in the `class` and `id` of articles. */
const MAIN_NAME = names(
  'article-?(?:body|content|text|main|detail|inner)? story-?(?:body|content|text)? ' +
    'post-?(?:body|content|text|entry) entry entry-?(?:content|body|text) body-?(?:content|text|copy) ' +
    'main-?(?:content|text) content-?(?:body|main|text) page-?content content main text rich-?text ' +
    'hentry wp-block-post-content mw-parser-output mw-body-content',
);

/** Somebody else's post in an article. Without this, F1 on articles falls from 0.986 to 0.984. */
const EMBED = names('social-media-embed social-?embed embedded-?tweet tweet-?embed twitter-tweet');

const MAX_REMEMBERED = 2_000;
const MAX_REMEMBERED_CHARS = 300;

/** Whether an element of this name never contains text of the article. */
export function holdsNoText({ tag }: HtmlElement): boolean {
  return NO_TEXT.has(tag);
}

/** Whether an element never contains a block: like `holdsNoText`, but buttons may be headings. */
export function holdsNoBlock({ tag }: HtmlElement): boolean {
  return NO_TEXT.has(tag) && tag !== 'button';
}

/** Whether the tag, role, class or id of an element marks boilerplate, and how reliably. */
export function boilerplateCertainty({
  tag,
  attributes,
}: Pick<Part, 'tag' | 'attributes'>): 'surely' | 'perhaps' | 'no' {
  if (AROUND.has(tag) || AROUND_ROLES.has(roleOf(attributes))) return 'surely';
  if (tag === 'body' || tag === 'html' || tag === 'article' || tag === 'main') return 'no';
  return namesAround(attributes);
}

const namesAround = withCache((name) => {
  if (name === '' || EMBED.test(name)) return 'no';
  if (SURELY_AROUND.test(name)) return 'surely';
  return PERHAPS_AROUND.test(name) ? 'perhaps' : 'no';
});

const CONSENT = names('cookies? cookie-?(?:banner|notice|consent|bar|law) consent gdpr');
const FRAME: ReadonlySet<string> = new Set(['nav', 'footer']);
const FRAME_ROLES: ReadonlySet<string> = new Set(['navigation', 'contentinfo']);
const BOXES: ReadonlySet<string> = new Set(['div', 'section', 'aside']);
const asksConsent = withCache((name) => name !== '' && CONSENT.test(name));
const BOX_ROLES: ReadonlySet<string> = new Set(['dialog', 'alertdialog']);

/** The ARIA role of an element: its first token in lower case; empty if it has none. */
export function roleOf({ role = '' }: Part['attributes']): string {
  return role === '' ? '' : (role.trim().split(/\s/, 1)[0]?.toLowerCase() ?? '');
}

/** Whether an element is in a page's frame: menu, footer, consent banner. Valid on short pages, too. */
export function isFrame({ tag, attributes }: Pick<Part, 'tag' | 'attributes'>): boolean {
  const role = roleOf(attributes);
  if (FRAME.has(tag) || FRAME_ROLES.has(role)) return true;
  if (tag === 'body' || tag === 'html') return false;
  return (BOX_ROLES.has(role) || BOXES.has(tag)) && asksConsent(attributes);
}

const isNamedMain = withCache((name) => MAIN_NAME.test(name));

/** Whether an element declares that it is the article. */
export function hasMainName({ tag, attributes }: Pick<Part, 'tag' | 'attributes'>): boolean {
  if (
    tag === 'article' ||
    tag === 'main' ||
    roleOf(attributes) === 'main' ||
    roleOf(attributes) === 'article'
  )
    return true;
  if (attributes.itemprop === 'articleBody') return true;
  return isNamedMain(attributes);
}

/** A test of names that remembers its results: a page's elements have few different names. */
function withCache<T>(test: (name: string) => T): (attributes: Part['attributes']) => T {
  const results = new Map<string, Map<string, T>>();
  let size = 0;
  const remember = (className: string, id: string, result: T) => {
    if (size >= MAX_REMEMBERED) {
      results.clear();
      size = 0;
    }
    const byId = results.get(className) ?? new Map<string, T>();
    results.set(className, byId.set(id, result));
    size++;
  };
  return ({ class: className = '', id = '' }) => {
    let result = results.get(className)?.get(id);
    if (result === undefined) {
      const name = `${className} ${id}`.trim();
      result = test(name.replace(/([a-z])([A-Z])/g, '$1-$2'));
      if (name.length <= MAX_REMEMBERED_CHARS) remember(className, id, result);
    }
    return result;
  };
}

function names(words: string): RegExp {
  return new RegExp(`(?:^|[\\s_-])(?:${words.replaceAll(' ', '|')})(?:$|[\\s_-])`, 'i');
}
