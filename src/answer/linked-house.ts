import { escapeHtml } from '../core/escape-html.ts';
import type { AnswerEvent, Evidence, SearchRecord } from '../core/events.ts';
import type { House } from '../core/house.ts';
import { mapped } from '../core/mapped.ts';
import type { Source } from '../core/terms.ts';
import { documentUrlPath } from '../core/url.ts';
import { readingOwn } from './own-documents.ts';

/** The functions whose results contain addresses of documents, or that read such an address. */
export type LinkedHouse = Pick<House, 'answer' | 'gather' | 'search' | 'read'>;

/** The way in which one caller opens the documents of the service. */
export type DocumentPlace = {
  /** The address at which the caller reaches the service, such as `http://localhost:3000`. */
  publicUrl(): string;
  /** Signs the path of a document; null for a service without keys. */
  readonly signer: { sign(path: string): string } | null;
};

/** Makes the address at which a caller can open a document, from the document's percent-encoded path. */
type LinkToDocument = (path: string) => string;

/**
 * Wraps the functions for one caller: documents of the service get addresses that this caller can open, and
 * the reader accepts these addresses. Answers are cached without them, so that no caller sees the host name
 * that another caller used.
 */
export function linkedHouse(
  house: LinkedHouse & Pick<House, 'documents'>,
  { publicUrl, signer }: DocumentPlace,
): LinkedHouse {
  const { answer, gather, search, read, documents } = house;
  if (documents.length === 0) return house;
  const base = `${publicUrl().replace(/\/+$/, '')}/documents/`;
  const linkTo = (path: string) => base + path + (signer === null ? '' : `?${signer.sign(path)}`);
  const linked = (event: AnswerEvent) => withLinks(event, linkTo);
  return {
    answer: (question, signal) => mapped(answer(question, signal), linked),
    async *gather(question, signal) {
      return linkedEvidence(yield* mapped(gather(question, signal), linked), linkTo);
    },
    search: async (request, signal) => linkedRecord(await search(request, signal), linkTo),
    read: readingOwn(read, { documents, base }),
  };
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
