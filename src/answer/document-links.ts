import { escapeHtml } from '../core/escape-html.ts';
import type { AnswerEvent, Answerer, Evidence, SearchRecord } from '../core/events.ts';
import type { GatherEvidence, SearchOnce } from '../core/house.ts';
import { mapped } from '../core/mapped.ts';
import type { Source } from '../core/terms.ts';
import { documentUrlPath } from '../core/url.ts';

/**
 * Makes the address at which a caller can open a document of the service, from the document's percent-encoded
 * path.
 */
export type LinkToDocument = (path: string) => string;

/**
 * Wraps an answerer so that documents shown by the service itself get addresses that the caller can open.
 * Answers are cached without these addresses, so that no caller sees the host name that another caller used.
 */
export function withDocumentLinks(answerer: Answerer, linkTo: LinkToDocument): Answerer {
  return async function* linked(question, signal) {
    for await (const event of answerer(question, signal)) yield withLinks(event, linkTo);
  };
}

/**
 * Wraps the gathering of evidence so that documents shown by the service itself get addresses that the caller
 * can open, in the hits, the pages and the sources.
 */
export function withLinkedEvidence(gather: GatherEvidence, linkTo: LinkToDocument): GatherEvidence {
  return async function* linked(question, signal) {
    const events = mapped(gather(question, signal), (event) => withLinks(event, linkTo));
    return linkedEvidence(yield* events, linkTo);
  };
}

/** Wraps a search so that documents shown by the service itself get addresses that the caller can open. */
export function withLinkedHits(search: SearchOnce, linkTo: LinkToDocument): SearchOnce {
  return async (request, signal) => linkedRecord(await search(request, signal), linkTo);
}

function linkedEvidence(evidence: Evidence, linkTo: LinkToDocument): Evidence {
  const pages = withPublicUrls([...evidence.pages.values()], linkTo);
  return {
    ...evidence,
    searches: evidence.searches.map((record) => linkedRecord(record, linkTo)),
    pages: new Map(pages.map((page) => [page.url, page])),
    sources: withPublicUrls(evidence.sources, linkTo),
  };
}

function linkedRecord(record: SearchRecord, linkTo: LinkToDocument): SearchRecord {
  const { outcome } = record;
  if (outcome.status !== 'ok') return record;
  return { ...record, outcome: { ...outcome, hits: withPublicUrls(outcome.hits, linkTo) } };
}

function withLinks(event: AnswerEvent, linkTo: LinkToDocument): AnswerEvent {
  if (event.type === 'sources') return { ...event, sources: withPublicUrls(event.sources, linkTo) };
  if (event.type !== 'answer-end') return event;
  const { sources, html } = event.answer;
  const links = withPublicUrls(sources, linkTo);
  return { ...event, answer: { ...event.answer, sources: links, html: relink(html, sources, links) } };
}

/** Any search result that has an address: a hit, a page, a source. */
function withPublicUrls<Each extends { readonly url: string }>(
  found: readonly Each[],
  linkTo: LinkToDocument,
): readonly Each[] {
  return found.map((each) => {
    const path = documentUrlPath(each.url);
    return path === null ? each : { ...each, url: linkTo(path) };
  });
}

/** In the service's own HTML, an address appears only as `href="…"`, and it is escaped as in all HTML. */
function relink(html: string, before: readonly Source[], after: readonly Source[]): string {
  return before.reduce((linked, { url }, at) => {
    const target = after[at]?.url ?? url;
    if (target === url) return linked;
    return linked.replaceAll(`href="${escapeHtml(url)}"`, () => `href="${escapeHtml(target)}"`);
  }, html);
}
