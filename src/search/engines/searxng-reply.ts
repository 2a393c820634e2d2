import * as z from 'zod';
import { failed, found, type SearchOutcome, type SearchQuery } from '../backend.ts';
import type { RawHit } from './hits.ts';
import { parseEach, resultWith } from './parse-results.ts';
import { MAX_ROWS, tableText, toSearxngHits, unresponsive } from './searxng-findings.ts';

const MAX_INFOBOXES = 20;
const MAX_LINKS = 20;
const MAX_ATTRIBUTES = 30;
const MAX_TRANSLATIONS = 10;

const LIST = z.array(z.unknown()).catch([]);
const TEXT = z.string().catch('');

const REPLY = z.object({
  results: z.array(z.unknown()),
  answers: LIST,
  infoboxes: LIST,
  unresponsive_engines: LIST,
});
const RESULT = resultWith({
  url: 'url',
  title: 'title',
  snippet: 'content',
  publishedAt: 'publishedDate',
});
/** A table of facts, which has no page of its own. */
const TABLE = z.object({
  kvmap: z
    .record(z.string(), z.unknown())
    .transform((map) => Object.entries(map).slice(0, MAX_ROWS))
    .pipe(z.array(z.tuple([z.string(), z.union([z.string(), z.number()]).transform(String)]))),
  caption: TEXT,
});
const TRANSLATION = z.object({ text: z.string(), transliteration: TEXT, definitions: LIST });
/** searx sends strings, SearXNG objects. */
const ANSWER = z.union([
  z.string().transform((text) => ({ text, url: '' })),
  z.object({ answer: z.string(), url: TEXT }).transform(({ answer, url }) => ({ text: answer, url })),
  z
    .object({ translations: z.array(z.unknown()), url: TEXT })
    .transform(({ translations, url }) => ({ text: toTranslations(translations), url })),
]);
const INFOBOX = z.object({ infobox: TEXT, id: TEXT, content: TEXT, urls: LIST, attributes: LIST });
const LINK = z.object({ url: z.string() });
const ATTRIBUTE = z.object({ label: z.string(), value: z.string() });
const ENGINE = z.union([z.string(), z.tuple([z.string()], z.unknown()).transform(([name]) => name)]);

/**
 * Reads a JSON reply of SearXNG or searx; `searxng-findings.ts` says how the instance's own answers are
 * cited. Failed engines make the outcome a failure only if there are no results. Their messages are
 * localized, so only their number counts.
 */
export function readSearxngReply(body: unknown, pageUrl: string, query: SearchQuery): SearchOutcome {
  const reply = REPLY.safeParse(body);
  if (!reply.success) {
    const reportsError = typeof body === 'object' && body !== null && 'error' in body;
    if (reportsError) return failed('upstream', 'it reports an error instead of results');
    return failed('protocol', 'its answer has no list of results (is it a SearXNG?)');
  }
  const { results: listed, answers, infoboxes, unresponsive_engines } = reply.data;
  const results = parseEach(listed, RESULT);
  const findings = {
    results,
    answers: parseEach(answers, ANSWER),
    tables: parseEach(listed, TABLE).map(toTableText),
    infoboxes: toInfoboxes(infoboxes),
  };
  const hits = toSearxngHits(findings, pageUrl, query);
  if (hits.length > 0 || results.length > 0) return found(hits);
  if (listed.length > 0) return failed('protocol', 'its list contains no results (is it a SearXNG?)');
  return unresponsive_engines.length > 0
    ? unresponsive(unresponsive_engines.length, parseEach(unresponsive_engines, ENGINE))
    : found(hits);
}

function toTranslations(translations: readonly unknown[]): string {
  return parseEach(translations.slice(0, MAX_TRANSLATIONS), TRANSLATION)
    .map(({ text, transliteration, definitions }) =>
      [text, transliteration, ...definitions.filter((one) => typeof one === 'string')]
        .filter(Boolean)
        .join(', '),
    )
    .join('; ');
}

function toTableText({ caption, kvmap }: z.infer<typeof TABLE>): string {
  return tableText(caption, kvmap);
}

function toInfoboxes(infoboxes: readonly unknown[]): RawHit[] {
  return parseEach(infoboxes.slice(0, MAX_INFOBOXES), INFOBOX).map((box) => {
    // The ID is the URL of the subject's page, but some engines use other IDs.
    const url = /^https?:/i.test(box.id)
      ? box.id
      : (parseEach(box.urls.slice(0, MAX_LINKS), LINK)[0]?.url ?? '');
    const facts = parseEach(box.attributes.slice(0, MAX_ATTRIBUTES), ATTRIBUTE);
    const text = [box.content, ...facts.map(({ label, value }) => `${label}: ${value}`)].join('\n');
    return { url, title: box.infobox, snippet: text };
  });
}
