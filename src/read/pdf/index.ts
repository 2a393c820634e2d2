import { cleanText } from '@sayso/text/clean-text.ts';
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { meterArrays } from './array-meter.ts';
import { inReadingOrder } from './reading-order.ts';

/** The limits for reading a PDF. */
type PdfBounds = {
  readonly maxPages: number;
  readonly maxMs: number;
  /**
   * The maximum size of the arrays made for it, in bytes: twice to four times what its streams unpack to,
   * because an array that is full is replaced by one of twice its size.
   */
  readonly maxBytes: number;
  /** How much of that is permitted again with each page, in bytes. */
  readonly pageBytes: number;
};

/** The limits for a PDF from the web, read while a question waits; its first pages matter most. */
export const WEB_PDF: PdfBounds = {
  maxPages: 30,
  maxMs: 3_000,
  maxBytes: 24_000_000,
  pageBytes: 4_000_000,
};
/** The limits for the operator's own PDF: every page of it can be searched. */
export const OWN_PDF: PdfBounds = {
  maxPages: 20_000,
  maxMs: 600_000,
  maxBytes: 1_000_000_000,
  pageBytes: 100_000_000,
};

/** The text of a PDF and what the file says about it. */
type PdfText = {
  /** The title in its properties, otherwise 200 characters of its first line; empty if there is neither. */
  readonly title: string;
  /** Plain text, with an empty line between paragraphs. */
  readonly text: string;
  /** The day on which it was made, as an ISO 8601 date; null if the file does not say. */
  readonly publishedAt: string | null;
  /** A description of the text that was left out; null if everything was read. */
  readonly remark: string | null;
};

/** Larger images take longer than reading a page, so they are not decoded; glyphs are not drawn. */
const OPTIONS = { verbosity: 0, maxImageSize: 64 * 64, disableFontFace: false };

/** The error of a PDF whose first page already exceeds `maxBytes`. */
export class PdfTooLarge extends Error {}

/**
 * The text of a PDF, up to the limits, also text that nobody would see. Loads the parser with the first PDF. A
 * thread reads one PDF at a time. Rejects with PdfTooLarge, with the reason of the signal, or if the bytes are
 * not a PDF or a password protects the file.
 */
export function readPdf(bytes: Uint8Array, bounds: PdfBounds, signal: AbortSignal): Promise<PdfText> {
  const text = underWay.then(() => readAlone(bytes, bounds, signal));
  underWay = text.catch(() => undefined);
  return text;
}

/** Settles when the last PDF has been read: arrays are counted for a single one at a time. */
let underWay: Promise<unknown> = Promise.resolve();

async function readAlone(bytes: Uint8Array, bounds: PdfBounds, signal: AbortSignal): Promise<PdfText> {
  const { getDocumentProxy, getResolvedPDFJS } = await import('unpdf');
  // The parser itself is loaded before arrays are counted.
  await getResolvedPDFJS();
  using meter = meterArrays(bounds.maxBytes);
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), OPTIONS);
    try {
      return await readDocument(document, { ...bounds, meter }, signal);
    } finally {
      await document.loadingTask.destroy();
    }
  } catch (error) {
    throw meter.isOver ? new PdfTooLarge() : error;
  }
}

async function readDocument(
  document: PDFDocumentProxy,
  { maxPages, maxMs, pageBytes, meter }: PdfBounds & { readonly meter: ReturnType<typeof meterArrays> },
  signal: AbortSignal,
): Promise<PdfText> {
  const { info } = await document.getMetadata();
  const pages: string[] = [];
  const endMs = performance.now() + maxMs;
  for (let page = 1; page <= Math.min(document.numPages, maxPages) && performance.now() < endMs; page++) {
    signal.throwIfAborted();
    meter.refill(pageBytes);
    const text = await readPage(document, page).catch((error: unknown) => {
      if (!meter.isOver) throw error;
    });
    // pdf.js leaves out what it cannot unpack, so the text of this page may have gaps.
    if (text === undefined || meter.isOver) break;
    pages.push(text);
  }
  if (meter.isOver && pages.length === 0) throw new PdfTooLarge();
  const text = cleanText(toParagraphs(pages.join('\n'))).trim();
  const title = readInfo(info, 'Title') ?? text.split('\n', 1)[0]?.slice(0, 200) ?? '';
  const publishedAt = toIsoDate(readInfo(info, 'CreationDate'));
  const isWhole = pages.length === document.numPages;
  return {
    title: cleanText(title).trim(),
    text,
    publishedAt,
    remark: isWhole ? null : `only the first ${pages.length} of its ${document.numPages} pages were read`,
  };
}

/** The text of a page by its number, counted from 1. */
async function readPage(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number);
  try {
    const { items } = await page.getTextContent();
    return inReadingOrder(items.filter((item) => 'str' in item));
  } finally {
    page.cleanup();
  }
}

function readInfo(info: object, name: string): string | null {
  const value: unknown = Object.entries(info).find(([key]) => key === name)?.[1];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Reads the date of a PDF, `D:20240131…` (ISO 32000-1, 7.9.4). */
function toIsoDate(date: string | null): string | null {
  const found = /^D:(\d{4})(\d{2})(\d{2})/.exec(date ?? '');
  return found === null ? null : found.slice(1).join('-');
}

/** Joins lines into paragraphs; hyphenated words are joined, and a much shorter line ends one. */
function toParagraphs(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  const lengths = lines
    .map(({ length }) => length)
    .filter((length) => length > 0)
    .toSorted((a, b) => a - b);
  // A full line is about as long as the longest quarter of them; headings and list items are shorter.
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
