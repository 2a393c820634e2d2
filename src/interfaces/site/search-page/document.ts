import type { Source } from '../../../core/source.ts';
import { escapeHtml } from '../../../lib/text/escape-html.ts';
import { sourceHtml } from '../../../render/source-html.ts';
import type { DocumentWords } from './words.ts';

const NAME = 'Sayso';

/** The parts that every document needs in addition to its question. */
export type DocumentLook = {
  /** Path of the page's stylesheet; null for none. */
  readonly style: string | null;
  /** Path of the page's icon, an SVG; null for none. */
  readonly icon: string | null;
  readonly maxQueryChars: number;
  readonly words: DocumentWords;
};

/** The document up to the beginning of the answer: the form with the question in it. */
export function documentHead(question: string, { style, icon, maxQueryChars, words }: DocumentLook): string {
  const text = escapeHtml(question);
  const title = question === '' ? NAME : `${text} – ${NAME}`;
  return [
    `<!doctype html>\n<html lang="${words.language}" dir="${words.direction}">\n<head>\n<meta ` +
      'charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">\n<meta name="referrer" content="no-referrer">',
    ...(icon === null ? [] : [`<link rel="icon" href="${escapeHtml(icon)}" type="image/svg+xml">`]),
    ...(style === null ? [] : [`<link rel="stylesheet" href="${escapeHtml(style)}">`]),
    '<link rel="stylesheet" href="search.css">',
    `<title>${title}</title>\n</head>\n<body>`,
    `<header class="top"><a class="brand" href="./">${NAME}</a></header>\n<main>`,
    '<search><form class="question" action="search">',
    `<div class="field"><input name="q" value="${text}" maxlength="${maxQueryChars}" required ` +
      `dir="auto" aria-label="${words.field}"></div>`,
    `<button class="main-button" type="submit">${words.ask}</button>`,
    '</form></search>',
    `<h1${question === '' ? ' class="off-screen"' : ''} dir="auto">${question === '' ? NAME : text}</h1>\n`,
  ].join('\n');
}

/** The end of every document. */
export const documentEnd = '</main>\n</body>\n</html>\n';

/** A sentence about the current state. */
export function statusLine(text: string): string {
  return `<p class="status" role="status">${escapeHtml(text)}</p>\n`;
}

/** A sentence about an error. */
export function alertLine(text: string): string {
  return `<p class="notice" role="alert" dir="auto">${escapeHtml(text)}</p>\n`;
}

/** The numbered sources, each with a link only if its URL is safe to open in a browser. */
export function sourceList(sources: readonly Source[], words: DocumentWords): string {
  if (sources.length === 0) return statusLine(words.nothingFound);
  const items = sources.map(sourceHtml).join('\n');
  return (
    `<section aria-labelledby="sources"><h2 id="sources">${words.sources}</h2>\n<ol>\n${items}` +
    `\n</ol></section>\n`
  );
}
