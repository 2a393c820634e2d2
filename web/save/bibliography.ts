import { hostOf } from '../browser/host.ts';
import type { PageSource } from '../state/messages.ts';

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
