import type { Extracted } from './extract.ts';

/** What a PDF has to say stands at its beginning; later pages are left. */
const MAX_PAGES = 30;
const MAX_MS = 3_000;

type Item = { readonly str: string; readonly hasEOL: boolean };

/**
 * The text of a PDF: its first 30 pages, or as many as can be read in three seconds. The parser is loaded with the first
 * PDF. Rejects when the bytes are no PDF or are locked with a password.
 */
export async function readPdf(bytes: Uint8Array, signal: AbortSignal): Promise<Extracted> {
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  try {
    const { info } = await document.getMetadata();
    const pages: string[] = [];
    const endMs = performance.now() + MAX_MS;
    for (let page = 1; page <= Math.min(document.numPages, MAX_PAGES) && performance.now() < endMs; page++) {
      signal.throwIfAborted();
      const { items } = await (await document.getPage(page)).getTextContent();
      pages.push(items.flatMap((item) => ('str' in item ? [toLine(item)] : [])).join(''));
    }
    const text = toParagraphs(pages.join('\n'));
    const title = stated(info, 'Title') ?? text.split('\n', 1)[0]?.slice(0, 200) ?? '';
    return {
      title,
      text,
      language: null,
      publishedAt: toIsoDate(stated(info, 'CreationDate')),
      siteName: null,
    };
  } finally {
    await document.loadingTask.destroy();
  }
}

function toLine({ str, hasEOL }: Item): string {
  return hasEOL ? `${str}\n` : str;
}

/**
 * Lines joined to paragraphs: a word parted at the end of a line becomes whole, and a line that is much shorter than the
 * others ends its paragraph.
 */
function toParagraphs(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  const lengths = lines
    .map(({ length }) => length)
    .filter((length) => length > 0)
    .toSorted((a, b) => a - b);
  const usual = lengths[Math.floor(lengths.length * 0.75)] ?? 0;
  const parts: string[] = [];
  for (const line of lines) {
    if (line === '') parts.push('\n\n');
    else if (/\p{Ll}-$/u.test(line)) parts.push(line.slice(0, -1));
    else parts.push(line, line.length < usual * 0.7 ? '\n\n' : ' ');
  }
  return parts
    .join('')
    .replace(/ ?\n\n(?:\n\n)*/g, '\n\n')
    .trim();
}

function stated(info: object, name: string): string | null {
  const value: unknown = Object.entries(info).find(([key]) => key === name)?.[1];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** A PDF writes `D:20240131…` (ISO 32000, 7.9.4). */
function toIsoDate(date: string | null): string | null {
  const [, year, month, day] = /^D:(\d{4})(\d{2})(\d{2})/.exec(date ?? '') ?? [];
  return year === undefined || month === undefined || day === undefined ? null : `${year}-${month}-${day}`;
}
