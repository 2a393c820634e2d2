import { escapeHtml } from '@sayso/text/escape-html.ts';
import { documentPath } from '@sayso/text/url.ts';
import type { AnswerEvent, Evidence } from '../core/events.ts';
import type { Answerer, Caller } from '../core/run.ts';
import type { Documents, SearchOnce, Service, StoredDocument } from '../core/service.ts';
import type { PageResult, Source } from '../core/source.ts';

/** Makes the address for a caller of what was found: for a document, the one at which the caller opens it. */
type LinkTo = (found: Pick<Source, 'url' | 'document'>) => Promise<string>;

/** The address of the documents for a caller; null for a caller who gets no links, or without documents. */
function baseFor({ documents: place }: Caller, documents: readonly Documents[]): string | null {
  if (documents.length === 0 || place === undefined) return null;
  return `${place.publicUrl().replace(/\/+$/, '')}/documents/`;
}

/** Makes links for a caller; null as `baseFor`. */
function linksFor(caller: Caller, documents: readonly Documents[]): LinkTo | null {
  const base = baseFor(caller, documents);
  if (base === null) return null;
  const isBelowBase = belowTest(base);
  const signer = caller.documents?.signer ?? null;
  return async ({ url, document }) => {
    // A result of the web must not cite its own text under the link of a document.
    if (document === undefined) return isBelowBase(url) ? base : url;
    // A path that names no document, from a store or of a deleted file, is neither shown nor signed.
    if (!(await isStored(documents, document, caller))) return base;
    const path = documentPath(document);
    return base + path + (signer === null ? '' : `?${signer.sign(path)}`);
  };
}

/**
 * Gives documents of the service addresses that the caller can open. Answers are cached without them, so that
 * no caller sees the host name that another caller used.
 */
export function linkDocuments(
  next: Answerer,
  { documents }: { readonly documents: readonly Documents[] },
): Answerer {
  return async function* linked(run) {
    const linkTo = linksFor(run.caller, documents);
    for await (const event of next(run)) yield linkTo === null ? event : await withLinks(event, linkTo);
  };
}

/** The same for the results of a search. */
export function linkFoundDocuments(search: SearchOnce, documents: readonly Documents[]): SearchOnce {
  return async (request, errand) => {
    const found = await search(request, errand);
    const linkTo = linksFor(errand.caller, documents);
    return linkTo === null ? found : { ...found, hits: await withPublicUrls(found.hits, linkTo) };
  };
}

/**
 * Reads documents of the service from their index, because the rules for public pages forbid the service to
 * fetch from itself. `read` is null for a service that reads no pages.
 */
export function readOwnDocuments(read: Service['read'], documents: readonly Documents[]): Service['read'] {
  if (documents.length === 0) return read;
  return async (url, errand) => {
    const base = baseFor(errand.caller, documents);
    if (base !== null && url.startsWith(base)) {
      const document = await findDocument(
        documents,
        url.slice(base.length).split(/[?#]/, 1)[0] ?? '',
        errand.caller,
      );
      return await readDocument(url, document);
    }
    return read === null ? NOTHING_READ : read(url, errand);
  };
}

const NOTHING_READ = { status: 'skipped', reason: 'this service reads no web pages' } as const;

async function linkedEvidence(evidence: Evidence, linkTo: LinkTo): Promise<Evidence> {
  const sources = await withPublicUrls(evidence.sources, linkTo);
  const links = new Map(evidence.sources.map(({ url }, at) => [url, sources[at]?.url ?? url]));
  const texts = [...(evidence.texts ?? [])].map(([url, text]) => [links.get(url) ?? url, text] as const);
  return { ...evidence, texts: new Map(texts), sources };
}

async function withLinks(event: AnswerEvent, linkTo: LinkTo): Promise<AnswerEvent> {
  if (event.type === 'gather-end')
    return { ...event, evidence: await linkedEvidence(event.evidence, linkTo) };
  if (event.type === 'sources') return { ...event, sources: await withPublicUrls(event.sources, linkTo) };
  if (event.type !== 'answer-end') return event;
  const { sources, html } = event.answer;
  const links = await withPublicUrls(sources, linkTo);
  return { ...event, answer: { ...event.answer, sources: links, html: relink(html, sources, links) } };
}

/** Hits or sources, with addresses that the caller can open. */
async function withPublicUrls<Each extends Pick<Source, 'url' | 'document'>>(
  found: readonly Each[],
  linkTo: LinkTo,
): Promise<readonly Each[]> {
  return await Promise.all(
    found.map(async (each) => {
      const url = await linkTo(each);
      return url === each.url ? each : { ...each, url };
    }),
  );
}

/** A test for addresses that lead to what the service shows below `base`, by any scheme. */
function belowTest(base: string): (url: string) => boolean {
  const { host, pathname } = URL.parse(base) ?? { host: '', pathname: '' };
  return (url) => {
    const given = URL.parse(url);
    return host !== '' && given?.host === host && given.pathname.replace(/\/{2,}/g, '/').startsWith(pathname);
  };
}

/** In the service's own HTML, an address appears only as `href="…"`, and it is escaped as in all HTML. */
function relink(html: string, before: readonly Source[], after: readonly Source[]): string {
  const targets = new Map(
    before.map(({ url }, at) => [escapeHtml(url), escapeHtml(after[at]?.url ?? url)] as const),
  );
  return html.replaceAll(/(?<=href=")[^"]*/g, (href) => targets.get(href) ?? href);
}

async function readDocument(url: string, document: StoredDocument | null): Promise<PageResult> {
  if (document === null) return { status: 'skipped', reason: 'there is no such document' };
  const text = (await Array.fromAsync(document.parts())).join('');
  return {
    status: 'read',
    page: {
      url,
      title: document.title,
      text,
      language: null,
      publishedAt: null,
      siteName: null,
      author: null,
    },
  };
}

/** Whether a slot has a document for a caller at this path, which begins with its name; false for an unreadable index. */
async function isStored(documents: readonly Documents[], document: string, caller: Caller): Promise<boolean> {
  const [slot, ...rest] = document.split('/');
  try {
    const place = documents.find(({ name }) => name === slot);
    return place !== undefined && (await place.find(rest.join('/'), caller)) !== null;
  } catch {
    return false;
  }
}

/** The document at a percent-encoded path, which begins with the name of its slot; null as `Documents.find`. */
export async function findDocument(documents: readonly Documents[], path: string, caller?: Caller) {
  try {
    const [slot, ...rest] = path.split('/').map((name) => decodeURIComponent(name));
    return (await documents.find(({ name }) => name === slot)?.find(rest.join('/'), caller)) ?? null;
  } catch (error) {
    // A path with a broken escape names no document.
    if (error instanceof URIError) return null;
    throw error;
  }
}
