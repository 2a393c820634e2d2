import { isLanguageTag } from '@sayso/text/language.ts';
import { collapse } from '@sayso/text/text.ts';
import {
  FIRST_YEAR,
  findDate,
  isPlausible,
  MAX_DATE_CHARS,
  readStatedDate,
} from '@sayso/text/written-date.ts';
import type { Element, ParentNode } from 'domhandler';
import type { Article } from './article.ts';
import { type ArticleFacts, readJsonLd } from './json-ld.ts';
import { eachElement, textOf } from './tree.ts';

/** The metadata of a page; null for facts that it does not state. */
export type PageFacts = Omit<Article, 'text' | 'main'> & {
  /** The text of the article that its JSON-LD contains. */
  readonly articleBody: string | null;
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
/** Names of metadata with the address of the page's picture, the most reliable first. */
const IMAGE_NAMES = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image'];
/** A line with more characters than this, white space included, is not read to its end. */
const MAX_LINE_WORK = 2_000;
const MAX_NAME_CHARS = 120;
/** Separators between the title of an article and the name of its site. */
const BEFORE_SITE_NAME = /\s+[|–—·•»:-]\s+/;

/**
 * Reads the facts in the head of a page, its headlines, and the date and the author that it shows.
 * @param now dates after it do not count as publication dates
 */
export function readPageFacts(page: ParentNode, now = new Date()): PageFacts {
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
    ...imageOf(said),
    articleBody: ld.articleBody,
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

function collect(page: ParentNode): Declared {
  const metas = new Map<string, string>();
  const jsonLd: string[] = [];
  const headlines: string[] = [];
  const authors = new Set<string>();
  const subheadings: string[] = [];
  let title = '';
  let language: string | undefined;
  eachElement(page, (element) => {
    const { name: tag, attribs: attributes } = element;
    if (tag === 'meta') addMeta(metas, attributes);
    else if (tag === 'html') language ??= attributes.lang ?? attributes['xml:lang'];
    else if (tag === 'title' && title === '') title = collapse(textOf(element, MAX_LINE_WORK));
    else if (tag === 'h1') headlines.push(collapse(textOf(element, MAX_LINE_WORK)));
    else if (tag === 'h2') subheadings.push(collapse(textOf(element, MAX_LINE_WORK)));
    else if (tag === 'script' && /ld\+json/i.test(attributes.type ?? '')) jsonLd.push(textOf(element));
    else if (attributes.rel === 'author' || attributes.itemprop === 'author')
      authors.add(collapse(textOf(element, MAX_LINE_WORK)));
  });
  return { metas, jsonLd, title, headlines, subheadings, authors: [...authors].slice(0, 3), language };
}

function addMeta(metas: Map<string, string>, { name, property, itemprop, content }: Element['attribs']) {
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

/** The text after the headline in the title is the site's name, unless it is a subheading. */
function isSiteBehind(rest: string, { subheadings }: Declared): boolean {
  const name = /^\s+[|–—·•»:-]\s+(.*)$/.exec(rest)?.[1];
  return name !== undefined && !subheadings.includes(name);
}

function imageOf({ metas }: Declared): Pick<Article, 'imageUrl'> {
  const imageUrl = IMAGE_NAMES.map((name) => metas.get(name)).find((value) => value !== undefined);
  return imageUrl === undefined ? {} : { imageUrl };
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

/** A date this far below the headline belongs to something else. */
const MAX_ELEMENTS_BELOW = 60;
const DATE_NAME =
  /(?:^|[\s_-])(?:date|dateline|datetime|published|pubdate|posted|timestamp|byline|time)(?:$|[\s_-])/i;
const SAYS_PUBLISHED =
  /^(?:first )?(?:published|posted|veröffentlicht|publié|publicado|pubblicato|gepubliceerd|opublikowano)/i;

/**
 * The date of publication that a page shows: in an element that is marked as such a date, or below the
 * headline. There it must be in a `time` element, or in a short line whose name or first words mark it as a
 * date of publication. Null if there is none.
 */
export function dateSeen(page: ParentNode, now: Date): string | null {
  let marked: string | null = null;
  let below: string | null = null;
  let left = 0;
  eachElement(page, (element) => {
    const { name: tag, attribs: attributes } = element;
    if (tag === 'h1') left = MAX_ELEMENTS_BELOW;
    const isMarked = attributes.itemprop === 'datePublished' || attributes.pubdate !== undefined;
    if (isMarked) marked ??= dateOf(element, now);
    else if (left-- > 0 && below === null && isDateLine(element)) below = dateOf(element, now);
  });
  return marked ?? below;
}

function isDateLine({ name: tag, attribs: attributes, children }: Element): boolean {
  if (tag === 'time' || DATE_NAME.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`)) return true;
  const [first] = children;
  return (
    first !== undefined &&
    'data' in first &&
    SAYS_PUBLISHED.test(first.data.trimStart().slice(0, MAX_DATE_CHARS))
  );
}

function dateOf(element: Element, now: Date): string | null {
  const { datetime, content } = element.attribs;
  const stated = readStatedDate(datetime ?? content ?? '', now);
  if (stated !== null) return isPlausible(stated, FIRST_YEAR.seen, now) ? stated : null;
  const line = collapse(textOf(element, MAX_LINE_WORK));
  return line.length > MAX_DATE_CHARS ? null : findDate(line, FIRST_YEAR.seen, now);
}
