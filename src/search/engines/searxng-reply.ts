import * as z from 'zod';
import { failed, type SearchOutcome, type SearchQuery } from '../search.ts';
import { factsOf } from './facts.ts';
import type { RawHit } from './hits.ts';
import { parseEach, resultWith, TEXT } from './parse-results.ts';
import { type SearxngTable, tableText, toSearxngOutcome, unresponsive } from './searxng-outcome.ts';

const MAX_INFOBOXES = 20;
const MAX_LINKS = 20;
const MAX_ATTRIBUTES = 30;
const MAX_TRANSLATIONS = 10;

const LIST = z.array(z.unknown()).catch([]);

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
/** A row of a database or another table of facts; most have no URL. */
const TABLE = z.object({ kvmap: z.record(z.string(), z.unknown()), caption: TEXT });
const TRANSLATION = z.object({ text: z.string(), transliteration: TEXT, definitions: LIST });
/** searx sends strings, SearXNG sends objects. */
const ANSWER = z.union([
  z.string().transform((text) => ({ text, url: '' })),
  z.object({ answer: z.string(), url: TEXT }).transform(({ answer, url }) => ({ text: answer, url })),
  z
    .object({ translations: z.array(z.unknown()), url: TEXT })
    .transform(({ translations, url }) => ({ text: toTranslations(translations), url })),
  // The weather, and kinds of answers that are added later.
  z
    .record(z.string(), z.unknown())
    .transform(({ url, template: _, engine: _engine, parsed_url: _parsed, ...facts }) => ({
      text: tableText({ caption: '', rows: factsOf(facts) }),
      url: typeof url === 'string' ? url : '',
    })),
]);
const INFOBOX = z.object({ infobox: TEXT, id: TEXT, content: TEXT, urls: LIST, attributes: LIST });
const LINK = z.object({ url: z.string() });
const ATTRIBUTE = z.object({ label: z.string(), value: z.string() });
const ENGINE = z.union([z.string(), z.tuple([z.string()], z.unknown()).transform(([name]) => name)]);

/**
 * Reads a JSON reply of SearXNG or searx; `toSearxngOutcome` describes how the instance's own answers are
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
    tables: parseEach(listed.filter(hasTable), TABLE).map(toTable),
    infoboxes: toInfoboxes(infoboxes),
  };
  const outcome = toSearxngOutcome(findings, pageUrl, query);
  if (outcome.status === 'ok' || results.length > 0) return outcome;
  if (listed.length > 0 && !listed.some(isOfSearxng)) {
    return failed('protocol', 'its list contains no results (is it a SearXNG?)');
  }
  return unresponsive_engines.length > 0
    ? unresponsive(unresponsive_engines.length, parseEach(unresponsive_engines, ENGINE))
    : outcome;
}

/**
 * Almost no result has a table, and finding that out with the schema would take longer than everything else.
 */
function hasTable(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'kvmap' in item;
}

/** True for a result of any kind, even without a URL. */
function isOfSearxng(item: unknown): boolean {
  return typeof item === 'object' && item !== null && ('engine' in item || 'template' in item);
}

function toTranslations(translations: readonly unknown[]): string {
  return parseEach(translations.slice(0, MAX_TRANSLATIONS), TRANSLATION)
    .map(({ text, transliteration, definitions }) =>
      [text, transliteration, ...definitions.filter((definition) => typeof definition === 'string')]
        .filter(Boolean)
        .join(', '),
    )
    .join('; ');
}

function toTable({ caption, kvmap }: z.infer<typeof TABLE>): SearxngTable {
  return { caption, rows: factsOf(kvmap) };
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
