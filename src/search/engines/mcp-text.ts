import type { RawHit } from '../hits.ts';

/** A result that is being read, line by line. */
type ResultDraft = { url?: string; title?: string; publishedAt?: string; text: string[] };

const MAX_RESULTS = 100;
const MAX_CHARS = 500_000;
const MAX_LINE_CHARS = 4_000;
/** What may stand before a title: the number of a result, a bullet, the sign of a heading. */
const BEFORE = String.raw`^\s{0,8}(?:(?:[-*•]|#{1,6}|\d{1,3}[.)]|\[\d{1,3}\])\s{1,4})?`;
const FIELDS = [
  ...['title', 'url', 'link', 'source', 'published(?: date)?', 'date', 'author', 'score', 'id', 'favicon'],
  ...['engine', 'content', 'snippet', 'description', 'summary', 'text', 'highlights?', 'raw content'],
];
/** `**URL:** https://a.org`, `Published date: 2024-01-02`. */
const FIELD = new RegExp(
  String.raw`${BEFORE}\*{0,2}(${FIELDS.join('|')})\*{0,2}\s?[:：]\*{0,2}\s?(.*)$`,
  'i',
);
/** `1. [Title](https://a.org) and text`. */
const LINKED_TITLE = new RegExp(
  String.raw`${BEFORE}\*{0,2}\[([^\]]{1,300})\]\((https?:\/\/[^\s)]{1,2000})\)(.*)$`,
);
/** `1. **Title**`. */
const BOLD_TITLE = new RegExp(String.raw`${BEFORE}\*\*([^*]{1,300})\*\*\s*$`);
/** `1. Title`, `[1] Title`, `## Title`. */
const NUMBERED = /^\s{0,4}(?:\d{1,3}[.)]|\[\d{1,3}\]|#{1,6})\s{1,4}(\S.*)$/;
const ONLY_URL = /^\s{0,8}<?(https?:\/\/[^\s<>]{1,2000})>?\s*$/;
/** A line between results: `---`. */
const RULE = /^\s*(?:[-=*_]{3,})\s*$/;
const URL_FIELDS = new Set(['url', 'link', 'source']);
const IGNORED = new Set(['author', 'score', 'id', 'favicon', 'engine']);

/**
 * The results in a text for people or models: fields by name (`Title: …`, `URL: …`), numbered titles with
 * the URL below, links as titles, or URLs below their titles. Empty if it has none.
 */
export function readResultText(text: string): readonly RawHit[] {
  const reader = new Reader();
  for (const line of text.slice(0, MAX_CHARS).split('\n')) {
    reader.read(line.slice(0, MAX_LINE_CHARS));
    if (reader.isFull) break;
  }
  return reader.results();
}

class Reader {
  readonly #done: ResultDraft[] = [];
  #draft: ResultDraft = { text: [] };
  /** The last line before the first field; it is the title if a URL follows. */
  #lastLine = '';
  /** Whether the lines that follow belong to a field without a use here. */
  #ignores = false;

  get isFull(): boolean {
    return this.#done.length >= MAX_RESULTS;
  }

  read(line: string): void {
    if (RULE.test(line) || this.#readField(line) || this.#readLink(line) || this.#readUrl(line)) return;
    if (line.trim() === '') return;
    if (!this.#readTitle(line) && !this.#ignores) this.#draft.text.push(line.trim());
    this.#lastLine = line.trim();
  }

  results(): readonly RawHit[] {
    this.#end();
    return this.#done
      .slice(0, MAX_RESULTS)
      .flatMap(({ url, title, publishedAt, text }) =>
        url === undefined ? [] : { url, title, publishedAt, snippet: text.join('\n').trim() },
      );
  }

  #readField(line: string): boolean {
    const [, name, value] = FIELD.exec(line) ?? [];
    if (name === undefined || value === undefined) return false;
    this.#takeField(name.toLowerCase(), value.trim());
    return true;
  }

  #takeField(name: string, value: string): void {
    this.#ignores = IGNORED.has(name);
    if (name === 'title') this.#begin({ title: value, text: [] });
    else if (URL_FIELDS.has(name) && /^<?https?:/i.test(value)) this.#takeUrl(value);
    else if (name === 'date' || name.startsWith('published')) this.#draft.publishedAt = value;
    else if (!this.#ignores && value !== '') this.#draft.text.push(value);
  }

  #readLink(line: string): boolean {
    const [, title, url, rest = ''] = LINKED_TITLE.exec(line) ?? [];
    if (title === undefined || url === undefined) return false;
    this.#begin({ title, url, text: rest.trim() === '' ? [] : [rest.replace(/^\W+/u, '')] });
    return true;
  }

  #readUrl(line: string): boolean {
    const [, url] = ONLY_URL.exec(line) ?? [];
    if (url !== undefined) this.#takeUrl(url);
    return url !== undefined;
  }

  #readTitle(line: string): boolean {
    const title = BOLD_TITLE.exec(line)?.[1] ?? NUMBERED.exec(line)?.[1];
    const { url, title: earlier } = this.#draft;
    if (title === undefined || (url === undefined && earlier !== undefined)) return false;
    this.#begin({ title, text: [] });
    return true;
  }

  #takeUrl(value: string): void {
    const url = value.replace(/^<|>$/g, '');
    if (this.#draft.url === undefined && this.#draft.title !== undefined) {
      this.#draft.url = url;
      return;
    }
    // The line above the URL is the title, and not the text of the result before.
    const title = this.#draft.text.at(-1) === this.#lastLine ? this.#draft.text.pop() : undefined;
    this.#begin({ url, ...(title !== undefined && { title }), text: [] });
  }

  #begin(draft: ResultDraft): void {
    this.#end();
    this.#draft = draft;
    this.#ignores = false;
  }

  #end(): void {
    if (this.#draft.url !== undefined) this.#done.push(this.#draft);
    this.#draft = { text: [] };
  }
}
