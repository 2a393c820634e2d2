import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { ANY_SCOPE } from '../../src/core/scope.ts';
import { readContent } from '../../src/read/content.ts';
import { toPrompt } from '../../src/write/prompt.ts';

/** Takes a page and returns everything that a model would see of it. */
export type Pipeline = (html: string) => Promise<string>;

/** Sayso's own way: bytes, content, extraction, with the title and the name of the site. */
export const product: Pipeline = async (html) => {
  const content = await readContent(Buffer.from(html), 'text/html', new AbortController().signal);
  if (content.status === 'skipped') return '';
  const { title, text, siteName } = content.extracted;
  return [title, text, siteName ?? ''].join('\n');
};

/** What most programs do first. */
export const stripTags: Pipeline = async (html) =>
  html.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');

/** What most programs do next. */
export const readability: Pipeline = async (html) =>
  new Readability(parseHTML(html).document).parse()?.textContent ?? '';

/** The prompt in which a page's text is the only source. */
export function promptOf(text: string): string {
  const source = { index: 1, url: 'https://site.example/', title: text.slice(0, 100), snippet: '' };
  const passages = [{ text, from: 0, to: text.length }];
  const question = {
    id: '',
    text: 'What is new?',
    maxSources: 1,
    scope: { ...ANY_SCOPE, language: 'en' },
    history: [],
    deadlineAtMs: performance.now() + 1_000,
  };
  return toPrompt(
    { question, sources: [{ ...source, passages }], evidenceStatus: 'sources', patienceMs: 1_000 },
    new Date(0),
  ).user;
}
