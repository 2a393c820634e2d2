import { escapeHtml } from '../core/escape-html.ts';
import type { AnswerEvent, Answerer } from '../core/events.ts';
import type { Source } from '../core/terms.ts';
import { documentUrlPath } from '../core/url.ts';

/**
 * Makes the address at which a caller can open a document of the service, from the document's percent-encoded
 * path.
 */
export type LinkToDocument = (path: string) => string;

/**
 * The same answers, except that documents shown by the service itself get addresses that their caller can
 * open. Answers are kept without these addresses, so that no caller sees the host name that another caller
 * used.
 */
export function withDocumentLinks(answerer: Answerer, linkTo: LinkToDocument): Answerer {
  return async function* linked(question, signal) {
    for await (const event of answerer(question, signal)) yield withLinks(event, linkTo);
  };
}

function withLinks(event: AnswerEvent, linkTo: LinkToDocument): AnswerEvent {
  if (event.type === 'sources') return { ...event, sources: withPublicUrls(event.sources, linkTo) };
  if (event.type !== 'answer-end') return event;
  const { sources, html } = event.answer;
  const links = withPublicUrls(sources, linkTo);
  return { ...event, answer: { ...event.answer, sources: links, html: relink(html, sources, links) } };
}

function withPublicUrls(sources: readonly Source[], linkTo: LinkToDocument): readonly Source[] {
  return sources.map((source) => {
    const path = documentUrlPath(source.url);
    return path === null ? source : { ...source, url: linkTo(path) };
  });
}

/** In the service's own HTML an address appears only as `href="…"`, escaped as everywhere. */
function relink(html: string, before: readonly Source[], after: readonly Source[]): string {
  return before.reduce((linked, { url }, at) => {
    const target = after[at]?.url ?? url;
    if (target === url) return linked;
    return linked.replaceAll(`href="${escapeHtml(url)}"`, () => `href="${escapeHtml(target)}"`);
  }, html);
}
