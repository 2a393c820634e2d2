import { setTrustedHtml } from '../browser/trusted-html.ts';
import type { PageSource } from '../state/messages.ts';

/** What a saved document contains. */
export type SavedAnswer = {
  readonly question: string;
  /** The HTML of the answer, as the service sends it. */
  readonly html: string;
  /** BCP 47 tag; empty if unknown. */
  readonly language: string;
  readonly sources: readonly PageSource[];
  readonly withCitations: boolean;
};

const STYLE = `:root { color-scheme: light dark; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1.0625rem/1.7 system-ui, sans-serif; }
body { overflow-wrap: anywhere; }
pre, table, math[display="block"] { display: block; max-width: 100%; overflow-x: auto; }
math[display="block"] { display: block math; }
table { border-collapse: collapse; }
th, td { padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid #8888; }
.citation { font-size: 0.8em; text-decoration: none; }
`;

/**
 * The answer as an HTML document that needs no other file, contacts nobody and runs no script. It is built
 * from elements, so no text in it becomes markup.
 */
export function toDocument({ question, html, language, sources, withCitations }: SavedAnswer): string {
  const saved = document.implementation.createHTMLDocument(question);
  if (language !== '') saved.documentElement.lang = language;
  const [charset, policy, viewport] = [0, 1, 2].map(() => saved.createElement('meta'));
  charset?.setAttribute('charset', 'utf-8');
  policy?.setAttribute('http-equiv', 'Content-Security-Policy');
  policy?.setAttribute('content', "default-src 'none'; style-src 'unsafe-inline'");
  viewport?.setAttribute('name', 'viewport');
  viewport?.setAttribute('content', 'width=device-width, initial-scale=1');
  saved.head.prepend(...[charset, policy, viewport].filter((meta) => meta !== undefined));

  const heading = saved.createElement('h1');
  heading.dir = 'auto';
  heading.textContent = question;
  const article = document.createElement('article');
  article.dir = 'auto';
  setTrustedHtml(article, html);
  for (const mark of article.querySelectorAll('[data-statement]')) mark.replaceWith(...mark.childNodes);
  if (!withCitations) for (const link of article.querySelectorAll('.citation')) link.remove();
  saved.body.append(heading, article, sourceList(sources));
  // As an element, the style would be refused by the policy of this page. All text before it is escaped.
  const text = saved.documentElement.outerHTML.replace('</head>', () => `<style>${STYLE}</style></head>`);
  return `<!doctype html>\n${text}\n`;
}

function sourceList(sources: readonly PageSource[]): HTMLElement {
  const list = document.createElement('ol');
  for (const { index, title, url } of sources) {
    const item = document.createElement('li');
    item.value = index;
    const name = document.createElement(url === '' ? 'span' : 'a');
    if (name instanceof HTMLAnchorElement) name.href = url;
    name.dir = 'auto';
    name.textContent = title || url;
    item.append(name);
    list.append(item);
  }
  return list;
}
