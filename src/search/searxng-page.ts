import { failed, found, type SearchOutcome } from './backend.ts';
import { type RawHit, toHits } from './hits.ts';
import { elementsIn, type HtmlElement, parseHtml, tagged, textIn } from './html-tree.ts';
import { isBotCheck } from './json-call.ts';

const isResult = either(tagged('article', 'result'), tagged('div', 'result'));
const isHeading = either(tagged('h3'), tagged('h4', 'result_header'));
const isSnippet = either(tagged('p', 'content'), tagged('p', 'result-content'));
const isAnswer = either(tagged('', 'answer'), tagged('div', 'result', 'well'));
const isNotice = either(tagged('', 'dialog-error'), tagged('', 'dialog-warning'), tagged('', 'alert'));
const isFact = either(tagged('p'), tagged('dl'), tagged('tr'));

/**
 * What the result page of SearXNG or searx says, in the themes simple and oscar, as an outcome; for instances that do
 * not give JSON. As in JSON, answers and infoboxes come first, an answer without a source stands under `pageUrl`, and
 * nothing beside engines that did not answer is a failure. Empty is only a page that has a place for results and, in
 * it, the box that says there are none: texts are localised, so they are never looked at.
 */
export function readSearxngPage(html: string, pageUrl: string, limit: number): SearchOutcome {
  const page = parseHtml(html);
  const place = page && placeOf(page);
  if (page === null || place === null) {
    if (isBotCheck(html)) return failed('blocked', 'its page tells people from robots (200)');
    return failed('protocol', 'its page is no list of results (is it a SearXNG?)');
  }
  const results = elementsIn(place, isResult).flatMap(toResult);
  const hits = toHits([...toAnswers(page, pageUrl), ...toInfoboxes(page), ...results], limit);
  if (hits.length > 0 || results.length > 0) return found(hits);
  return withoutResults(page, place);
}

/** Why a page of results has none. */
function withoutResults(page: HtmlElement, place: HtmlElement): SearchOutcome {
  const notices = elementsIn(place, isNotice);
  // The simple theme marks the box about engines by a picture or small print, oscar by its colour.
  const blamesEngines = notices.some(
    (box) =>
      tagged('', 'alert-danger')(box) || elementsIn(box, either(tagged('svg'), tagged('small'))).length > 0,
  );
  if (blamesEngines || elementsIn(page, withId('engines_msg')).length > 0) {
    return failed('upstream', 'it found nothing, and some of its engines did not answer');
  }
  if (notices.length > 0) return { status: 'empty' };
  return failed('protocol', 'its page has neither results nor the note that there are none');
}

/** Where results stand: in the simple theme inside the element that oscar names so. */
function placeOf(page: HtmlElement): HtmlElement | null {
  const [simple] = elementsIn(page, withId('urls'));
  const [oscar] = elementsIn(page, (element) => element.name === 'div' && withId('main_results')(element));
  return simple ?? oscar ?? null;
}

function toResult(result: HtmlElement): RawHit[] {
  const [heading] = elementsIn(result, isHeading);
  const url = heading && linkIn(heading);
  if (heading === undefined || !url) return [];
  const [snippet] = elementsIn(result, isSnippet);
  const isSaid = snippet !== undefined && !tagged('', 'empty_element')(snippet);
  return [{ url, title: plain(heading), snippet: isSaid ? plain(snippet) : '' }];
}

function toAnswers(page: HtmlElement, pageUrl: string): RawHit[] {
  const parsed = elementsIn(page, isAnswer).map((answer) => {
    const [said] = elementsIn(answer, tagged('span'));
    return { url: linkIn(answer), text: plain(said ?? answer) };
  });
  const said = parsed.filter(({ text }) => text !== '');
  const unsourced = said.filter(({ url }) => url === '').map(({ text }) => text);
  const hits: RawHit[] = said
    .filter(({ url }) => url !== '')
    .map(({ url, text }) => ({ url, snippet: text }));
  return unsourced.length === 0 ? hits : [...hits, { url: pageUrl, snippet: unsourced.join(' · ') }];
}

function toInfoboxes(page: HtmlElement): RawHit[] {
  return elementsIn(page, tagged('', 'infobox')).map((box) => {
    const [title] = elementsIn(box, either(tagged('h2'), tagged('h4')));
    // A paragraph with a link is a link of the box, and none of its facts.
    const facts = elementsIn(box, isFact).filter((fact) => linkIn(fact) === '');
    return { url: linkIn(box), title: title ? plain(title) : '', snippet: facts.map(plain).join('\n') };
  });
}

function linkIn(element: HtmlElement): string {
  const [link] = elementsIn(element, ({ name, attributes }) => {
    return name === 'a' && /^https?:\/\//i.test(attributes.href ?? '');
  });
  return link?.attributes.href ?? '';
}

function plain(element: HtmlElement): string {
  return textIn(element).replace(/\s+/gu, ' ').trim();
}

function withId(id: string): (element: HtmlElement) => boolean {
  return ({ attributes }) => attributes.id === id;
}

function either(...tests: readonly ((element: HtmlElement) => boolean)[]) {
  return (element: HtmlElement) => tests.some((test) => test(element));
}
