import { isLanguageTag } from '../text/language.ts';
import { collapse } from '../text/text.ts';
import { readStatedDate } from '../text/written-date.ts';
import type { Article } from './article.ts';
import { eachElement, type HtmlElement, textOf } from './html-element.ts';
import { type ArticleFacts, readJsonLd } from './json-ld.ts';
import { dateSeen } from './page-date.ts';

/** The metadata of a page; null for facts that it does not state. */
export type PageFacts = Omit<Article, 'text'> & {
  /** The text of the article that its JSON-LD contains. */
  readonly articleBody: string | null;
  /** The kinds that the page declares: schema.org and Open Graph types in lower case. */
  readonly types: readonly string[];
};

/** Names of metadata with the date of publication, the most reliable first. */
const PUBLISHED_NAMES = [
  'article:published_time',
  'og:article:published_time',
  'datepublished',
  'date',
  'dc.date',
  'dc.date.issued',
  'dcterms.created',
  'dcterms.date',
  'pubdate',
  'publishdate',
  'publish-date',
  'parsely-pub-date',
  'sailthru.date',
  'citation_publication_date',
];
/** Names of metadata with the author, the most reliable first. */
const AUTHOR_NAMES = [
  'author',
  'article:author',
  'parsely-author',
  'citation_author',
  'dc.creator',
  'dcterms.creator',
  'sailthru.author',
  'byl',
];
const MAX_NAME_CHARS = 120;
/** Separators between the title of an article and the name of its site. */
const BEFORE_SITE_NAME = /\s+[|–—·•»:-]\s+/;

/**
 * Reads the facts in the head of a page, its headlines, and the date and the author that it shows.
 * @param now dates after it do not count as publication dates
 */
export function readPageFacts(page: HtmlElement, now = new Date()): PageFacts {
  const said = collect(page);
  const ld = readJsonLd(said.jsonLd);
  const siteName =
    said.metas.get('og:site_name') ?? ld.publisher ?? said.metas.get('application-name') ?? null;
  return {
    title: titleOf(said, ld, siteName),
    language: languageOf(said),
    publishedAt: publishedAt(said, ld, now) ?? dateSeen(page, now),
    siteName: siteName === null || siteName.length > MAX_NAME_CHARS ? null : siteName,
    author: authorOf(said, ld),
    articleBody: ld.articleBody,
    types: [...ld.types, (said.metas.get('og:type') ?? '').toLowerCase()].filter(Boolean),
  };
}

type Declared = {
  readonly metas: ReadonlyMap<string, string>;
  readonly jsonLd: readonly string[];
  readonly title: string;
  readonly headlines: readonly string[];
  readonly subheadings: readonly string[];
  /** The texts that are marked as names of authors. */
  readonly authors: readonly string[];
  readonly language: string | undefined;
};

function collect(page: HtmlElement): Declared {
  const metas = new Map<string, string>();
  const jsonLd: string[] = [];
  const headlines: string[] = [];
  const authors = new Set<string>();
  const subheadings: string[] = [];
  let title = '';
  let language: string | undefined;
  eachElement(page, (element) => {
    const { tag, attributes } = element;
    if (tag === 'meta') addMeta(metas, attributes);
    else if (tag === 'html') language ??= attributes.lang ?? attributes['xml:lang'];
    else if (tag === 'title' && title === '') title = collapse(textOf(element));
    else if (tag === 'h1') headlines.push(collapse(textOf(element)));
    else if (tag === 'h2') subheadings.push(collapse(textOf(element)));
    else if (tag === 'script' && /ld\+json/i.test(attributes.type ?? '')) jsonLd.push(textOf(element));
    else if (attributes.rel === 'author' || attributes.itemprop === 'author')
      authors.add(collapse(textOf(element)));
  });
  return { metas, jsonLd, title, headlines, subheadings, authors: [...authors].slice(0, 3), language };
}

function addMeta(
  metas: Map<string, string>,
  { name, property, itemprop, content }: HtmlElement['attributes'],
) {
  const key = (property ?? name ?? itemprop ?? '').toLowerCase();
  const value = collapse(content ?? '');
  if (key !== '' && value !== '' && !metas.has(key)) metas.set(key, value);
}

/** The title without the name of the site after it, or the headline if the head has no title. */
function titleOf(said: Declared, ld: ArticleFacts, siteName: string | null): string {
  const { metas, title, headlines } = said;
  const whole =
    metas.get('og:title') || ld.headline || title || headlines[0] || metas.get('twitter:title') || '';
  const headline = headlines.find((line) => line !== '' && whole.startsWith(line));
  if (headline !== undefined && isSiteBehind(whole.slice(headline.length), said)) return headline;
  const parts = whole.split(BEFORE_SITE_NAME);
  const last = parts.at(-1);
  if (parts.length < 2 || last === undefined || siteName === null) return whole;
  const isSite = last.toLowerCase() === siteName.toLowerCase();
  return isSite ? whole.slice(0, whole.length - last.length).replace(/\s+[|–—·•»:-]\s+$/, '') : whole;
}

/**
 * The text after the headline in the title is the name of the site, whether declared or not, unless it is a
 * subheading.
 */
function isSiteBehind(rest: string, { subheadings }: Declared): boolean {
  const name = /^\s+[|–—·•»:-]\s+(.*)$/.exec(rest)?.[1];
  return name !== undefined && !subheadings.includes(name);
}

function languageOf({ language, metas }: Declared): string | null {
  const named = language || metas.get('og:locale') || metas.get('language') || metas.get('dc.language') || '';
  const tag = named.trim().replaceAll('_', '-');
  return isLanguageTag(tag) ? tag : null;
}

function publishedAt({ metas }: Declared, ld: ArticleFacts, now: Date): string | null {
  const stated = [ld.datePublished, ...PUBLISHED_NAMES.map((name) => metas.get(name))];
  for (const one of stated) {
    const date = readStatedDate(one ?? '', now);
    if (date !== null) return date;
  }
  return null;
}

/** An address is not a name, and neither is the name of the site's software or account. */
function authorOf({ metas, authors }: Declared, ld: ArticleFacts): string | null {
  const stated = [ld.author, ...AUTHOR_NAMES.map((name) => metas.get(name)), authors.join(', ')];
  for (const one of stated) {
    const name = collapse(one ?? '').replace(/^by /i, '');
    const isName = /\p{L}/u.test(name) && !/[/@<>{}]|^(?:admin|editor|root|null|undefined)$/i.test(name);
    if (isName && name.length <= MAX_NAME_CHARS) return name;
  }
  return null;
}
