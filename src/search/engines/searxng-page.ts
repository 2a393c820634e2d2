import { readStatedDate } from '../../lib/text/written-date.ts';
import { failed, type SearchOutcome, type SearchQuery } from '../search.ts';
import type { RawHit } from './hits.ts';
import { elementsIn, parseHtml, type TreeElement, tagged, textIn } from './html-tree.ts';
import { isBotCheck } from './json-call.ts';
import {
  hasFindings,
  type SearxngFindings,
  type SearxngTable,
  toSearxngOutcome,
  unresponsive,
} from './searxng-outcome.ts';

const isResult = either(tagged('article', 'result'), tagged('div', 'result'));
const isTime = tagged('time');
const isPaper = tagged('article', 'result-paper');
const isTable = tagged('article', 'result-keyvalue');
const isHeading = either(tagged('h3'), tagged('h4', 'result_header'));
const isSnippet = either(tagged('p', 'content'), tagged('p', 'result-content'));
const isAnswer = either(tagged('', 'answer'), tagged('div', 'result', 'well'));
/** The first class has been used since 2024, the others in earlier versions and in the theme oscar. */
const isNotice = either(
  tagged('', 'dialog-error-block'),
  tagged('', 'dialog-error'),
  tagged('', 'dialog-warning'),
  tagged('', 'alert'),
);
const isFact = either(tagged('p'), tagged('dl'), tagged('tr'));
const isEngineName = tagged('td', 'engine-name');
const isEngineError = tagged('td', 'response-error');
const isTerm = tagged('dt');
const isValue = either(tagged('dd'), tagged('td'));
/** The words of a translation; its headings are labels in the language of the instance. */
const isTranslated = either(isTerm, tagged('', 'item-transliteration'), tagged('li'));
const isCredit = tagged('', 'answer-url');
/** An infobox lists official sites before its encyclopedia article. */
const ENCYCLOPEDIAS = [/(?:^|\.)wikipedia\.org$/, /(?:^|\.)wikidata\.org$/];

/**
 * Reads the result page of SearXNG or searx in the themes simple and oscar, for instances without JSON. As
 * with JSON, answers and infoboxes come first. A page without results counts as a failure if some of its
 * engines failed. It is empty if it has the table of engines, or the notice that there are no results, or
 * answers and tables that cannot be cited. Texts are localized, so they are never compared.
 */
export async function readSearxngPage(
  html: string,
  pageUrl: string,
  query: SearchQuery,
): Promise<SearchOutcome> {
  const page = await parseHtml(html);
  const place = page && placeOf(page);
  if (page === null || place === null) {
    if (isBotCheck(html)) return failed('blocked', 'its page is a bot check (200)');
    return failed('protocol', 'its page is not a list of results (is it a SearXNG?)');
  }
  const articles = elementsIn(place, isResult);
  const results = articles.flatMap(toResult);
  const tables = articles.filter(isTable).map(toTable);
  const findings = { results, answers: toAnswers(page), tables, infoboxes: toInfoboxes(page) };
  const outcome = toSearxngOutcome(findings, pageUrl, query);
  if (outcome.status === 'ok' || results.length > 0) return outcome;
  return withoutResults(page, place, hasFindings(findings) ? outcome : null);
}

/** True for a result page that offers its results as JSON, which means that JSON is enabled. */
export function offersJson(html: string): boolean {
  return /\bname="format" value="json"/.test(html);
}

/** Why a result page has no results; `uncitable` is the outcome if none can be cited, or null. */
function withoutResults(
  page: TreeElement,
  place: TreeElement,
  uncitable: SearchOutcome | null,
): SearchOutcome {
  // Since September 2024 this element is on every page, with a table of all queried engines. Earlier
  // versions had it only on pages with failed engines, and without a table.
  const [stats] = elementsIn(page, withId('engines_msg'));
  const rows = stats === undefined ? [] : elementsIn(stats, tagged('tr'));
  const failing = rows.filter((row) => elementsIn(row, isEngineError).length > 0);
  const names = failing.flatMap((row) => elementsIn(row, isEngineName).map(plain));
  if (failing.length > 0) return unresponsive(failing.length, names);
  const notices = elementsIn(place, isNotice);
  const hasTable = stats !== undefined && elementsIn(stats, tagged('table')).length > 0;
  // Earlier versions of simple mark the notice about engines with an icon or small print, oscar with its
  // colour.
  const blamesEngines = notices.some(
    (box) =>
      tagged('', 'alert-danger')(box) || elementsIn(box, either(tagged('svg'), tagged('small'))).length > 0,
  );
  if (blamesEngines || (stats !== undefined && !hasTable)) {
    return failed('upstream', 'it found nothing, and some of its engines did not answer');
  }
  if (uncitable !== null) return uncitable;
  if (notices.length > 0 || hasTable) return { status: 'empty' };
  return failed('protocol', 'its page has neither results nor a note that there are none');
}

/** The list of results. In the theme simple, oscar's ID belongs to an element around the list. */
function placeOf(page: TreeElement): TreeElement | null {
  const [simple] = elementsIn(page, withId('urls'));
  const [oscar] = elementsIn(page, (element) => element.name === 'div' && withId('main_results')(element));
  return simple ?? oscar ?? null;
}

function toResult(result: TreeElement): RawHit[] {
  // An image result links to the image first; the link to the image's page is among the details.
  const [imagePage] = elementsIn(result, tagged('p', 'result-url'));
  const [heading] = elementsIn(result, imagePage === undefined ? isHeading : tagged('h4'));
  const url = linkIn(imagePage ?? heading);
  if (heading === undefined || url === '') return [];
  const [snippet] = elementsIn(result, isSnippet);
  const isSaid = snippet !== undefined && !tagged('', 'empty_element')(snippet);
  return [{ url, title: plain(heading), snippet: isSaid ? plain(snippet) : '', publishedAt: dateOf(result) }];
}

/**
 * The date of a result, or undefined. The attribute is empty for most engines, although the text has the
 * date. A paper has no `time` element; its first detail is the date, in the language of the page, if there is
 * one.
 */
function dateOf(result: TreeElement): string | undefined {
  const now = new Date();
  const [time] = elementsIn(result, isTime);
  if (time !== undefined) {
    const { datetime = '' } = time.attributes;
    return readStatedDate(datetime, now) ?? readStatedDate(plain(time), now) ?? undefined;
  }
  const [details] = isPaper(result) ? elementsIn(result, tagged('', 'attributes')) : [];
  const [first] = details === undefined ? [] : elementsIn(details, tagged('div'));
  return first === undefined ? undefined : (readStatedDate(plain(first), now) ?? undefined);
}

function toTable(result: TreeElement): SearxngTable {
  const [caption] = elementsIn(result, tagged('caption'));
  const rows = elementsIn(result, tagged('tr')).flatMap((row): SearxngTable['rows'] => {
    const [key] = elementsIn(row, tagged('th', 'col-key'));
    const [value] = elementsIn(row, tagged('td', 'col-value'));
    return key === undefined || value === undefined ? [] : [[plain(key), plain(value)]];
  });
  return { caption: caption === undefined ? '' : plain(caption), rows };
}

function toAnswers(page: TreeElement): SearxngFindings['answers'] {
  return elementsIn(page, isAnswer).map((answer) => ({ url: linkIn(answer), text: answerText(answer) }));
}

/** The text of an answer, without the name of its engine. */
function answerText(answer: TreeElement): string {
  const [translations] = elementsIn(answer, tagged('details', 'answer-translations'));
  if (translations !== undefined) return translationText(translations);
  // The weather is folded like a translation, without a span.
  const [weather] = elementsIn(answer, tagged('details'));
  const [text] = elementsIn(answer, (element) => element.name === 'span' && !isCredit(element));
  return plain(weather ?? text ?? answer);
}

function translationText(translations: TreeElement): string {
  const lines: string[][] = [];
  for (const element of elementsIn(translations, isTranslated)) {
    if (isTerm(element) || lines.length === 0) lines.push([]);
    lines.at(-1)?.push(plain(element));
  }
  return lines.map((words) => words.join(', ')).join('; ');
}

function toInfoboxes(page: TreeElement): RawHit[] {
  return elementsIn(page, tagged('', 'infobox')).map((box) => {
    const [title] = elementsIn(box, either(tagged('h2'), tagged('h4')));
    // A paragraph with a link is one of the box's links, not a fact.
    const facts = elementsIn(box, isFact).filter((fact) => linkIn(fact) === '');
    return {
      url: articleIn(box),
      title: title ? plain(title) : '',
      snippet: facts.map(factText).filter(Boolean).join('\n'),
    };
  });
}

/** A paragraph, or a row of the infobox as "Genus: Ambystoma"; the theme simple writes "Genus :". */
function factText(fact: TreeElement): string {
  const [term] = elementsIn(fact, either(isTerm, tagged('th')));
  const cells = elementsIn(fact, isValue);
  const [label, value] = term === undefined ? cells : [term, cells[0]];
  if (label === undefined || value === undefined) return plain(fact);
  // The value may be an image.
  if (plain(value) === '') return '';
  return `${plain(label).replace(/ ?[:：]$/u, '')}: ${plain(value)}`;
}

/** The article about the infobox's subject: its ID in JSON, one of the links on the page. */
function articleIn(box: TreeElement): string {
  const urls = linksIn(box);
  const hosts = urls.map((url) => (URL.canParse(url) ? new URL(url).hostname : ''));
  for (const encyclopedia of ENCYCLOPEDIAS) {
    const at = hosts.findIndex((host) => encyclopedia.test(host));
    if (at >= 0) return urls[at] ?? '';
  }
  return urls[0] ?? '';
}

function linkIn(element: TreeElement | undefined): string {
  return element === undefined ? '' : (linksIn(element)[0] ?? '');
}

function linksIn(element: TreeElement): string[] {
  return elementsIn(element, tagged('a')).flatMap(({ attributes: { href = '' } }) =>
    /^https?:\/\//i.test(href) ? [href] : [],
  );
}

function plain(element: TreeElement): string {
  return textIn(element).replace(/\s+/gu, ' ').trim();
}

function withId(id: string): (element: TreeElement) => boolean {
  return ({ attributes }) => attributes.id === id;
}

function either(...tests: readonly ((element: TreeElement) => boolean)[]) {
  return (element: TreeElement) => tests.some((test) => test(element));
}
