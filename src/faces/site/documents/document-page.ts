import { createHash } from 'node:crypto';
import type { StoredDocument } from '../../../core/documents.ts';
import { escapeHtml } from '../../../core/escape-html.ts';

const STYLE =
  'body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1.0625rem/1.7 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'h1{line-height:1.25}pre{font:inherit;white-space:pre-wrap}';

/** What such a page may do: show its text with its one style, and nothing else. */
export const documentPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox',
].join('; ');

/** A document as a small page: its title and its text, with all markup escaped. Comes in pieces. */
export function* documentPage({ title, parts }: StoredDocument): Generator<string> {
  const name = escapeHtml(title);
  yield [
    '<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${name}</title>\n<style>${STYLE}</style>\n</head>`,
    // A parser drops one line feed directly after the tag, so this line feed protects one that belongs to the
    // text.
    `<body>\n<main>\n<h1 dir="auto">${name}</h1>\n<pre dir="auto">\n`,
  ].join('\n');
  for (const part of parts) yield escapeHtml(part);
  yield '</pre>\n</main>\n</body>\n</html>\n';
}
