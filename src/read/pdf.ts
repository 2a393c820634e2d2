import type { Extracted } from './extract.ts';

/** How much of a PDF is read. */
export type PdfBounds = { readonly maxPages: number; readonly maxMs: number };

/** Of a stranger's PDF: what it has to say stands at its beginning, and a question waits for it. */
export const WEB_PDF: PdfBounds = { maxPages: 30, maxMs: 3_000 };
/** Of a PDF of the operator, which is to be found whole. */
export const OWN_PDF: PdfBounds = { maxPages: 20_000, maxMs: 600_000 };

/** What was read of a PDF; `remark` says in words what was left out, null where nothing was. */
export type PdfText = { readonly extracted: Extracted; readonly remark: string | null };

type Item = { readonly str: string; readonly hasEOL: boolean };

/**
 * The text of a PDF, as far as the bounds allow. The parser is loaded with the first PDF. Rejects when the bytes are no PDF
 * or are locked with a password.
 */
export async function readPdf(
  bytes: Uint8Array,
  { maxPages, maxMs }: PdfBounds,
  signal: AbortSignal,
): Promise<PdfText> {
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  try {
    const { info } = await document.getMetadata();
    const pages: string[] = [];
    const endMs = performance.now() + maxMs;
    for (let page = 1; page <= Math.min(document.numPages, maxPages) && performance.now() < endMs; page++) {
      signal.throwIfAborted();
      const { items } = await (await document.getPage(page)).getTextContent();
      pages.push(items.flatMap((item) => ('str' in item ? [toLine(item)] : [])).join(''));
    }
    const text = toParagraphs(pages.join('\n'));
    const title = stated(info, 'Title') ?? text.split('\n', 1)[0]?.slice(0, 200) ?? '';
    const publishedAt = toIsoDate(stated(info, 'CreationDate'));
    const isWhole = pages.length === document.numPages;
    return {
      extracted: { title, text, language: null, publishedAt, siteName: null },
      remark: isWhole ? null : `only the first ${pages.length} of its ${document.numPages} pages were read`,
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
