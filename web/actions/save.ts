import { slugOf } from '../browser/fragments.ts';
import { hostOf } from '../browser/host.ts';
import { setTrustedHtml } from '../browser/trusted-html.ts';
import type { AsideTable } from '../languages/table.ts';
import type { PageSource } from '../state/messages.ts';
import { listedSources, shownNumbers } from '../state/shown-sources.ts';
import type { ShownExchange } from '../state/state.ts';

/** The forms in which an answer can be taken along. */
export type SaveForm = keyof AsideTable['saveForms'];

/** Saves the answer, or opens the browser's print dialog, in which it can be saved as PDF. */
export function save(form: SaveForm, exchange: ShownExchange, withCitations: boolean): void {
  if (form === 'print') {
    printPage(withCitations);
  } else {
    const [ending, type, textOf] = FILES[form];
    const name = slugOf(exchange.question).replace(/^part-/, '') || 'answer';
    downloadFile(`${name}.${ending}`, textOf(exchange, withCitations), type);
  }
}

type TextOf = (exchange: ShownExchange, withCitations: boolean) => string;

/** The ending of each file, its type and its text. */
const FILES: Readonly<
  Record<Exclude<SaveForm, 'print'>, readonly [ending: string, type: string, textOf: TextOf]>
> = {
  markdown: ['md', 'text/markdown', (exchange, cited) => (cited ? copyText : bareText)(exchange)],
  html: ['html', 'text/html', toDocument],
  bibtex: ['bib', 'application/x-bibtex', (exchange) => toBibtex(numberedSources(exchange))],
  ris: ['ris', 'application/x-research-info-systems', (exchange) => toRis(numberedSources(exchange))],
};

/** The answer as Markdown without citations. */
function bareText(exchange: ShownExchange): string {
  const markdown = replaceCitations(exchange.answer?.markdown ?? '', () => '');
  return toCopyText(exchange.question, markdown, numberedSources(exchange), () => '-');
}

/** The answer as Markdown with its question and its sources, with the numbers that the page shows. */
export function copyText(exchange: ShownExchange): string {
  const numbers = shownNumbers(exchange);
  const markdown = replaceCitations(
    exchange.answer?.markdown ?? '',
    (number, space) => `${space}[${numbers.get(number) ?? number}]`,
  );
  return toCopyText(exchange.question, markdown, numberedSources(exchange));
}

/** The listed sources with the numbers that the page shows. */
function numberedSources(exchange: ShownExchange): readonly PageSource[] {
  const numbers = shownNumbers(exchange);
  return listedSources(exchange).map((source) => ({
    ...source,
    index: numbers.get(source.index) ?? source.index,
  }));
}

function printPage(withCitations: boolean): void {
  const root = document.documentElement;
  root.classList.toggle('without-citations', !withCitations);
  addEventListener('afterprint', () => root.classList.remove('without-citations'), { once: true });
  print();
}

/** The sources as entries of BibTeX (`@online` of BibLaTeX). */
export function toBibtex(sources: readonly PageSource[]): string {
  return sources.map(bibtexEntry).join('\n');
}

function bibtexEntry(source: PageSource): string {
  const { title, url, author, site, date, read } = source;
  const fields = {
    title: title && `{${inBibtex(title)}}`,
    author: author && `{${inBibtex(author)}}`,
    organization: site && inBibtex(site),
    date: dayOf(date),
    // Braces would end the field; everything else is allowed in an address.
    url: url.replaceAll('{', '%7B').replaceAll('}', '%7D'),
    urldate: dayOf(read),
  };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value ? [`  ${name} = {${value}},\n`] : [],
  );
  const host = hostOf(url).replace(/[^a-z\d]+/gi, '-') || 'source';
  return `@online{${host}-${source.index},\n${lines.join('')}}\n`;
}

const BIBTEX_SIGNS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

function inBibtex(text: string): string {
  return onLine(text).replace(/[\\~^{}$&#%_]/g, (sign) => BIBTEX_SIGNS[sign] ?? `\\${sign}`);
}

/** The sources in the form of RIS, for programs that manage references. */
export function toRis(sources: readonly PageSource[]): string {
  const entries = sources.map(({ title, url, author, site, date, read }) => {
    const fields = [
      ['TY', 'ELEC'],
      ['TI', title],
      ['AU', author],
      ['T2', site],
      ['DA', dayOf(date).replaceAll('-', '/')],
      ['UR', url],
      ['Y2', dayOf(read).replaceAll('-', '/')],
    ] as const;
    const lines = fields.flatMap(([tag, value = '']) => (value === '' ? [] : [`${tag}  - ${onLine(value)}`]));
    return [...lines, 'ER  - ', ''].join('\r\n');
  });
  return entries.join('\r\n');
}

/** The day of an ISO 8601 date; empty if there is none. */
function dayOf(date = ''): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] ?? '';
}

/** A line break would begin another field. */
function onLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const HEAD = `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { color-scheme: light dark; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1.0625rem/1.7 system-ui, sans-serif; }
body { overflow-wrap: anywhere; }
pre, table, math[display="block"] { display: block; max-width: 100%; overflow-x: auto; }
math[display="block"] { display: block math; }
table { border-collapse: collapse; }
th, td { padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid #8888; }
.citation { font-size: 0.8em; text-decoration: none; }
</style>
`;

/**
 * The answer as an HTML document that needs no other file, contacts nobody and runs no script. It is built
 * from elements, so no text in it becomes markup.
 */
function toDocument(exchange: ShownExchange, withCitations: boolean): string {
  const { question, language, blocks } = exchange;
  const numbers = shownNumbers(exchange);
  const saved = document.implementation.createHTMLDocument(question);
  if (language !== '') saved.documentElement.lang = language;
  const heading = saved.createElement('h1');
  heading.dir = 'auto';
  heading.textContent = question;
  const article = document.createElement('article');
  article.dir = 'auto';
  setTrustedHtml(article, blocks.join('\n'));
  for (const mark of article.querySelectorAll('[data-statement]')) mark.replaceWith(...mark.childNodes);
  for (const link of article.querySelectorAll('.citation')) {
    const number = Number(link.textContent.replace(/\D/g, ''));
    if (withCitations) link.textContent = `[${numbers.get(number) ?? number}]`;
    else link.remove();
  }
  saved.body.append(heading, article, sourceList(numberedSources(exchange)));
  // As an element, the style would be refused by the policy of this page. All text of the document is escaped.
  const text = saved.documentElement.outerHTML.replace('<title>', () => `${HEAD}<title>`);
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

/** Code in Markdown, in fences or within a line. */
const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;

/** The Markdown of an answer with other texts for its citations; brackets in code are none. */
export function replaceCitations(
  markdown: string,
  instead: (number: number, space: string) => string,
): string {
  const parts = markdown.split(CODE);
  const replaced = (part: string) =>
    part.replace(/([ \u00a0]?)\[(\d{1,3})\](?![(:])/g, (_, space: string, number: string) =>
      instead(Number(number), space),
    );
  return parts.map((part, at) => (at % 2 === 1 ? part : replaced(part))).join('');
}

/** The answer as self-contained Markdown: the question, the text, and the sources, each after its mark. */
export function toCopyText(
  question: string,
  markdown: string,
  sources: readonly PageSource[],
  markOf = (index: number) => `[${index}]`,
): string {
  const list = sources.map(
    ({ index, title, url }) => `${markOf(index)} ${title || url}${url ? ` <${url}>` : ''}`,
  );
  const parts = [`# ${question.replace(/\s+/g, ' ')}`, markdown.trim(), list.join('\n')];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Saves a text as a file of this name, in the browser's way. */
export function downloadFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
