import { decodeText } from '@sayso/article/charset.ts';
import { readRules } from '@sayso/article/css-rules.ts';
import { hidingOf } from '@sayso/article/hiding-styles.ts';
import { InlineText } from '@sayso/article/inline-text.ts';
import { readJsonLd } from '@sayso/article/json-ld.ts';
import { parsePage } from '../../../src/read/cached-pages.ts';
import { readContent } from '../../../src/read/content.ts';
import { readPictureSize } from '../../../src/read/images/picture-size.ts';
import { readPdf, WEB_PDF } from '../../../src/read/pdf/index.ts';
import type { Entry } from '../entry.ts';
import { LINE, PAGE } from '../limits.ts';
import { pdfOf } from '../pdf-of.ts';
import { never, PLAIN } from '../subjects.ts';

const place = 'thread';
/** A page's own style sheets, scripts and file structure are as long as the page, but cost more. */
const PART = PAGE / 4;
/** Text that may occur in an attribute. */
const ATTRIBUTE = PAGE / 10;

function reading(
  name: string,
  contentType: string,
  toPage: (text: string) => string,
  maxChars = PAGE,
): Entry {
  return {
    name,
    maxChars,
    place,
    run: (text) => readContent(Buffer.from(toPage(text)), contentType, never),
  };
}

const PROSE = `<p>${PLAIN.repeat(20)}</p>`;
const withStyle = (css: string) =>
  `<html><head><style>${css}</style></head><body><div class=a id=a>${PROSE}</div></body></html>`;
const escaped = (text: string) => text.replaceAll('"', '&quot;');

export const readingEntries: readonly Entry[] = [
  {
    name: 'packages/article/hiding-styles.ts hidingOf',
    maxChars: PART,
    place,
    run: (text) => hidingOf(text),
  },
  {
    name: 'packages/article/css-rules.ts readRules',
    maxChars: PART,
    place,
    fragments: ['.a{', '@media(', '/*', '"', '\\', 'url(', '&'],
    run: (text) => readRules(text, () => undefined),
  },
  {
    name: 'packages/article/inline-text.ts InlineText',
    maxChars: PAGE,
    place,
    run(text) {
      const line = new InlineText();
      for (const piece of text.match(/[\s\S]{1,9}/g) ?? []) {
        line.begin('span');
        line.add(piece);
        line.end('span');
      }
      return line.take();
    },
  },
  reading(
    'packages/article/extract.ts extract',
    'text/html',
    (text) => `<!doctype html><html><body>${text}</body></html>`,
  ),
  reading('packages/article/tree.ts parseHtml (bare)', 'text/html', (text) => text),
  reading(
    'packages/article/walk.ts walkPage',
    'text/html',
    (text) => `<html><body><article>${PROSE}<p>${text}</p></article></body></html>`,
  ),
  reading('packages/article/blocks.ts readBlocks', 'text/html', (text) => {
    const lines = text.match(/[\s\S]{1,80}/g) ?? [];
    return `<html><body><main>${lines.map((line) => `<p>${line}</p>`).join('')}</main></body></html>`;
  }),
  reading('packages/article/page-facts.ts readPageFacts', 'text/html', (text) => {
    const value = escaped(text.slice(0, ATTRIBUTE));
    const names = ['og:title', 'og:site_name', 'article:published_time', 'description', 'author'];
    const metas = names.map((name) => `<meta property="${name}" name="${name}" content="${value}">`);
    return (
      `<html lang="${value}"><head><title>${text}</title>${metas.join('')}</head><body>${PROSE}</body>` +
      '</html>'
    );
  }),
  reading('packages/article/json-ld.ts readJsonLd (in a page)', 'text/html', (text) => {
    const head = `<head><script type="application/ld+json">${text}</script></head>`;
    return `<html>${head}<body>${PROSE}</body></html>`;
  }),
  {
    name: 'packages/article/json-ld.ts readJsonLd',
    maxChars: PAGE,
    place,
    run: (text) => readJsonLd([text]),
  },
  reading('packages/article/plain-page.ts readJsonLdPage', 'application/ld+json', (text) => {
    return JSON.stringify({ '@type': 'Article', headline: text, articleBody: text, datePublished: text });
  }),
  reading('packages/article/plain-page.ts readPlainPage', 'text/plain', (text) => text),
  reading('packages/article/plain-page.ts readMarkdownPage', 'text/markdown', (text) => text),
  reading(
    'packages/article/css-rules.ts readRules (in a page)',
    'text/html',
    (text) => withStyle(text),
    PART,
  ),
  reading(
    'packages/article/style-sheets.ts createStyleSheets',
    'text/html',
    (text) => withStyle(`${text}{display:none}`),
    PART,
  ),
  reading(
    'packages/article/hiding-styles.ts hidingOf (values)',
    'text/html',
    (text) => {
      const names = [
        'color',
        'clip-path',
        'transform',
        'background',
        'width',
        'filter',
        'animation',
        '--a',
        'font',
      ];
      return withStyle(names.map((name) => `.a{${name}:${text.slice(0, ATTRIBUTE)}}`).join(''));
    },
    PART,
  ),
  reading(
    'packages/article/css-rules.ts matchesScreen',
    'text/html',
    (text) => withStyle(`@media ${text}{.a{color:red}}`),
    PART,
  ),
  reading(
    'packages/article/css-rules.ts readRules (nested)',
    'text/html',
    (text) => withStyle(`.a{${text}{color:red}}`),
    PART,
  ),
  reading(
    'packages/article/hiding-styles.ts hidingOf (inline)',
    'text/html',
    (text) => {
      return `<html><body><div style="${escaped(text)}">${PROSE}</div>${PROSE}</body></html>`;
    },
    PART,
  ),
  reading(
    'packages/article/hiding-styles.ts hidingOf (many)',
    'text/html',
    (text) => {
      const parts = text.match(/[\s\S]{1,60}/g) ?? [];
      const paragraphs = parts.map((part) => {
        const value = escaped(part);
        return `<p style="color:${value}" class="${value}">a b c d</p>`;
      });
      return `<html><body>${paragraphs.join('')}</body></html>`;
    },
    PART,
  ),
  reading('read/content.ts readContent (no type)', '', (text) => text, PART),
  {
    name: 'read/content.ts readContent (type)',
    maxChars: LINE,
    place,
    run: (text) => readContent(Buffer.from(PLAIN), text, never),
  },
  {
    name: 'packages/article/charset.ts decodeText',
    maxChars: PAGE,
    place,
    run: (text) => decodeText(Buffer.from(text), ''),
  },
  {
    name: 'packages/article/charset.ts decodeText (type)',
    maxChars: LINE,
    place,
    run: (text) => decodeText(Buffer.from(PLAIN), text),
  },
  {
    name: 'read/pdf/index.ts readPdf (text)',
    maxChars: PART / 4,
    place,
    run: (text) => readPdf(pdfOf(text), WEB_PDF, never),
  },
  {
    name: 'read/pdf/index.ts readPdf (bytes)',
    maxChars: PART,
    place,
    run: (text) => readPdf(Buffer.from(`%PDF-1.7\n${text}`), WEB_PDF, never),
  },
  {
    name: 'read/images/picture-size.ts readPictureSize',
    maxChars: PART,
    place,
    run: (text) => readPictureSize(Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from(text, 'latin1')])),
  },
  {
    name: 'read/cached-pages.ts parsePage',
    maxChars: PAGE,
    place: 'loop',
    run: (text) =>
      parsePage({
        url: 'https://a.test/',
        title: text,
        text,
        language: null,
        publishedAt: null,
        siteName: null,
        author: null,
      }),
  },
];
