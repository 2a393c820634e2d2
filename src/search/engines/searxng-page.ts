import { readStatedDate } from '@sayso/text/written-date.ts';
import type { Element, ParentNode } from 'domhandler';
import type { RawHit } from '../hits.ts';
import { failed, type SearchOutcome, type SearchQuery } from '../search.ts';
import { elementsIn, matches, parseMarkup, textIn } from './html-tree.ts';
import { isBotCheck } from './http-call.ts';
import { toSearxngOutcome, unresponsive } from './searxng-reply.ts';

const RESULT = 'article.result, div.result';
const HEADING = 'h3, h4.result_header';
const SNIPPET = 'p.content, p.result-content';
const ANSWER = '.answer, div.result.well';
/** The first class has been used since 2024, the others in earlier versions and in the theme oscar. */
const NOTICE = '.dialog-error-block, .dialog-error, .dialog-warning, .alert';
/** An infobox lists official sites before its encyclopedia article. */
const ENCYCLOPEDIAS = [/(?:^|\.)wikipedia\.org$/, /(?:^|\.)wikidata\.org$/];

/**
 * Reads the result page of SearXNG or searx in the themes simple and oscar, for instances without JSON. As
 * with JSON, answers and infoboxes come first. A page without results counts as a failure if some of its
 * engines failed. It is empty if it has the table of engines, or the notice that there are no results, or
 * answers that cannot be cited. Texts are localized, so they are never compared.
 */
export async function readSearxngPage(
  html: string,
  pageUrl: string,
  query: SearchQuery,
): Promise<SearchOutcome> {
  const page = await parseMarkup(html, 'html');
  // In the theme simple, oscar's ID belongs to an element around the list.
  const place = elementsIn(page, '#urls')[0] ?? elementsIn(page, 'div#main_results')[0];
  if (page === null || place === undefined) {
    if (isBotCheck(html)) return failed('blocked', 'its page is a bot check (200)');
    return failed('protocol', 'its page is not a list of results (is it a SearXNG?)');
  }
  const results = elementsIn(place, RESULT).flatMap(toResult);
  const answers = elementsIn(page, ANSWER).map((each) => ({ url: linkIn(each), text: answerText(each) }));
  const infoboxes = elementsIn(page, '.infobox').map(toInfobox);
  const outcome = toSearxngOutcome({ results, answers, infoboxes }, pageUrl, query);
  if (outcome.status === 'ok' || results.length > 0) return outcome;
  return withoutResults(page, place, answers.length + infoboxes.length > 0 ? outcome : null);
}

/** Why a result page has no results; `uncitable` is the outcome if none can be cited, or null. */
function withoutResults(page: ParentNode, place: Element, uncitable: SearchOutcome | null): SearchOutcome {
  // Since September 2024 this element is on every page, with a table of all queried engines. Earlier
  // versions had it only on pages with failed engines, and without a table.
  const [stats] = elementsIn(page, '#engines_msg');
  const rows = stats === undefined ? [] : elementsIn(stats, 'tr');
  const failing = rows.filter((row) => elementsIn(row, 'td.response-error').length > 0);
  const names = failing.flatMap((row) => elementsIn(row, 'td.engine-name').map(textIn));
  if (failing.length > 0) return unresponsive(failing.length, names);
  const notices = elementsIn(place, NOTICE);
  const hasTable = stats !== undefined && elementsIn(stats, 'table').length > 0;
  // Earlier versions of simple mark the notice about engines with an icon or small print, oscar with its
  // colour.
  const blamesEngines = notices.some(
    (box) => matches(box, '.alert-danger') || elementsIn(box, 'svg, small').length > 0,
  );
  if (blamesEngines || (stats !== undefined && !hasTable)) {
    return failed('upstream', 'it found nothing, and some of its engines did not answer');
  }
  if (uncitable !== null) return uncitable;
  if (notices.length > 0 || hasTable) return { status: 'empty' };
  return failed('protocol', 'its page has neither results nor a note that there are none');
}

function toResult(result: Element): RawHit[] {
  // An image result links to the image first; the link to the image's page is among the details.
  const [imagePage] = elementsIn(result, 'p.result-url');
  const [heading] = elementsIn(result, imagePage === undefined ? HEADING : 'h4');
  const url = linkIn(imagePage ?? heading);
  if (heading === undefined || url === '') return [];
  const [snippet] = elementsIn(result, SNIPPET);
  const isSaid = snippet !== undefined && !matches(snippet, '.empty_element');
  return [
    { url, title: textIn(heading), snippet: isSaid ? textIn(snippet) : '', publishedAt: dateOf(result) },
  ];
}

/**
 * The date of a result, or undefined. The attribute is empty for most engines, although the text has the
 * date. A paper has no `time` element; its first detail is the date, in the language of the page, if there is
 * one.
 */
function dateOf(result: Element): string | undefined {
  const now = new Date();
  const [time] = elementsIn(result, 'time');
  if (time !== undefined) {
    const { datetime = '' } = time.attribs;
    return readStatedDate(datetime, now) ?? readStatedDate(textIn(time), now) ?? undefined;
  }
  const [details] = matches(result, 'article.result-paper') ? elementsIn(result, '.attributes') : [];
  const [first] = details === undefined ? [] : elementsIn(details, 'div');
  return first === undefined ? undefined : (readStatedDate(textIn(first), now) ?? undefined);
}

/** The text of an answer, without the name of its engine. */
function answerText(answer: Element): string {
  const [text] = elementsIn(answer, 'span:not(.answer-url)');
  return textIn(text ?? answer);
}

function toInfobox(box: Element): RawHit {
  const [title] = elementsIn(box, 'h2, h4');
  // A paragraph with a link is one of the box's links, not a fact.
  const facts = elementsIn(box, 'p, dl, tr').filter((fact) => linkIn(fact) === '');
  return {
    url: articleIn(box),
    title: title ? textIn(title) : '',
    snippet: facts.map(factText).filter(Boolean).join('\n'),
  };
}

/** A paragraph, or a row of the infobox as "Genus: Ambystoma"; the theme simple writes "Genus :". */
function factText(fact: Element): string {
  const [term] = elementsIn(fact, 'dt, th');
  const cells = elementsIn(fact, 'dd, td');
  const [label, value] = term === undefined ? cells : [term, cells[0]];
  if (label === undefined || value === undefined) return textIn(fact);
  // The value may be an image.
  if (textIn(value) === '') return '';
  return `${textIn(label).replace(/ ?[:：]$/u, '')}: ${textIn(value)}`;
}

/** The article about the infobox's subject: its ID in JSON, one of the links on the page. */
function articleIn(box: Element): string {
  const urls = linksIn(box);
  const hosts = urls.map((url) => (URL.canParse(url) ? new URL(url).hostname : ''));
  for (const encyclopedia of ENCYCLOPEDIAS) {
    const at = hosts.findIndex((host) => encyclopedia.test(host));
    if (at >= 0) return urls[at] ?? '';
  }
  return urls[0] ?? '';
}

function linkIn(element: Element | undefined): string {
  return element === undefined ? '' : (linksIn(element)[0] ?? '');
}

function linksIn(element: Element): string[] {
  return elementsIn(element, 'a').flatMap(({ attribs: { href = '' } }) =>
    /^https?:\/\//i.test(href) ? [href] : [],
  );
}
