import type { AnswerEvent, Evidence } from '../core/events.ts';
import { mapped } from '../core/mapped.ts';
import type { Service } from '../core/service.ts';
import type { Source } from '../core/source.ts';
import { escapeHtml } from '../lib/text/escape-html.ts';
import { documentUrlPath } from '../lib/text/url.ts';
import { readingOwn } from './own-documents.ts';

/** The functions whose results contain addresses of documents, or that read such an address. */
export type ServiceWithDocumentUrls = Pick<Service, 'answer' | 'gather' | 'search' | 'read'>;

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
export function withDocumentUrls(
  service: ServiceWithDocumentUrls & Pick<Service, 'documents'>,
  { publicUrl, signer }: DocumentPlace,
): ServiceWithDocumentUrls {
  const { answer, gather, search, read, documents } = service;
  if (documents.length === 0) return service;
  const base = `${publicUrl().replace(/\/+$/, '')}/documents/`;
  const linkTo = (path: string) => base + path + (signer === null ? '' : `?${signer.sign(path)}`);
  const linked = (event: AnswerEvent) => withLinks(event, linkTo);
  return {
    answer: (question, signal, endEarly) => mapped(answer(question, signal, endEarly), linked),
    async *gather(question, signal) {
      return linkedEvidence(yield* mapped(gather(question, signal), linked), linkTo);
    },
    async search(request, signal) {
      const record = await search(request, signal);
      return { ...record, hits: withPublicUrls(record.hits, linkTo) };
    },
    read: readingOwn(read, { documents, base }),
  };
}

function linkedEvidence(evidence: Evidence, linkTo: LinkToDocument): Evidence {
  const texts = [...(evidence.texts ?? [])].map(([url, text]) => [toPublicUrl(url, linkTo), text] as const);
  return { ...evidence, texts: new Map(texts), sources: withPublicUrls(evidence.sources, linkTo) };
}

function withLinks(event: AnswerEvent, linkTo: LinkToDocument): AnswerEvent {
  if (event.type === 'sources') return { ...event, sources: withPublicUrls(event.sources, linkTo) };
  if (event.type !== 'answer-end') return event;
  const { sources, html } = event.answer;
  const links = withPublicUrls(sources, linkTo);
  return { ...event, answer: { ...event.answer, sources: links, html: relink(html, sources, links) } };
}

/** Hits or sources, with addresses that the caller can open. */
function withPublicUrls<Each extends { readonly url: string }>(
  found: readonly Each[],
  linkTo: LinkToDocument,
): readonly Each[] {
  return found.map((each) => ({ ...each, url: toPublicUrl(each.url, linkTo) }));
}

function toPublicUrl(url: string, linkTo: LinkToDocument): string {
  const path = documentUrlPath(url);
  return path === null ? url : linkTo(path);
}

/** In the service's own HTML, an address appears only as `href="…"`, and it is escaped as in all HTML. */
function relink(html: string, before: readonly Source[], after: readonly Source[]): string {
  return before.reduce((linked, { url }, at) => {
    const target = after[at]?.url ?? url;
    if (target === url) return linked;
    return linked.replaceAll(`href="${escapeHtml(url)}"`, () => `href="${escapeHtml(target)}"`);
  }, html);
}
