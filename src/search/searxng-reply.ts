import * as z from 'zod';
import { failed, found, type SearchOutcome } from './backend.ts';
import { type RawHit, toHits } from './hits.ts';
import { parseEach } from './parse-each.ts';
import { plainText } from './plain-text.ts';

const LIST = z.array(z.unknown()).catch([]);
const TEXT = z.string().catch('');

const REPLY = z.object({
  results: z.array(z.unknown()),
  answers: LIST,
  infoboxes: LIST,
  unresponsive_engines: LIST,
});
const RESULT = z.object({ url: z.string(), title: TEXT, content: TEXT });
/** searx sends texts, SearXNG objects. */
const ANSWER = z.union([
  z.string().transform((answer) => ({ answer, url: '' })),
  z.object({ answer: z.string(), url: TEXT }),
]);
const INFOBOX = z.object({ infobox: TEXT, id: TEXT, content: TEXT, urls: LIST, attributes: LIST });
const LINK = z.object({ url: z.string() });
const ATTRIBUTE = z.object({ label: z.string(), value: z.string() });
const ENGINE = z.union([z.string(), z.tuple([z.string()], z.unknown()).transform(([name]) => name)]);

const MAX_ATTRIBUTES = 30;
const MAX_ENGINES_NAMED = 4;

/**
 * What SearXNG or searx said, as an outcome. Direct answers and infoboxes are evidence and come first, as on the
 * instance's own page; an answer without a source of its own is shown under `pageUrl`, the instance's page with it.
 * Results beside unresponsive engines are results; nothing beside unresponsive engines is a failure, not "empty":
 * the texts of engines are localised, so only their presence counts.
 */
export function readSearxngReply(body: unknown, pageUrl: string, limit: number): SearchOutcome {
  const reply = REPLY.safeParse(body);
  if (!reply.success) {
    const reportsError = typeof body === 'object' && body !== null && 'error' in body;
    if (reportsError) return failed('upstream', 'it reports an error instead of results');
    return failed('protocol', 'its answer has no list of results (is it a SearXNG?)');
  }
  const { results, answers, infoboxes, unresponsive_engines } = reply.data;
  const listed = toResults(results);
  const raw = [...toAnswers(answers, pageUrl), ...toInfoboxes(infoboxes), ...listed];
  const hits = toHits(raw, limit);
  if (hits.length > 0 || listed.length > 0) return found(hits);
  if (results.length > 0)
    return failed('protocol', 'its list holds nothing that is a result (is it a SearXNG?)');
  return unresponsive_engines.length > 0 ? unresponsive(unresponsive_engines) : found(hits);
}

function toResults(results: readonly unknown[]): RawHit[] {
  return parseEach(results, RESULT).map(({ url, title, content }) => ({ url, title, snippet: content }));
}

function toAnswers(answers: readonly unknown[], pageUrl: string): RawHit[] {
  const parsed = parseEach(answers, ANSWER).filter(({ answer }) => answer.trim() !== '');
  const sourced = parsed.filter(({ url }) => url !== '');
  const unsourced = parsed.filter(({ url }) => url === '').map(({ answer }) => answer);
  const hits: RawHit[] = sourced.map(({ url, answer }) => ({ url, snippet: answer }));
  return unsourced.length === 0 ? hits : [...hits, { url: pageUrl, snippet: unsourced.join(' · ') }];
}

function toInfoboxes(infoboxes: readonly unknown[]): RawHit[] {
  return parseEach(infoboxes, INFOBOX).map((box) => {
    // The id is the page of the thing itself, but not every engine has a URL for one.
    const url = /^https?:/i.test(box.id) ? box.id : (parseEach(box.urls, LINK)[0]?.url ?? '');
    const facts = parseEach(box.attributes.slice(0, MAX_ATTRIBUTES), ATTRIBUTE);
    const text = [box.content, ...facts.map(({ label, value }) => `${label}: ${value}`)].join('\n');
    return { url, title: box.infobox, snippet: text };
  });
}

function unresponsive(engines: readonly unknown[]): SearchOutcome {
  const names = parseEach(engines.slice(0, MAX_ENGINES_NAMED), ENGINE).map((name) => plainText(name, 40));
  const more = engines.length > MAX_ENGINES_NAMED ? ', ...' : '';
  const cause = `it found nothing, and ${engines.length} of its engines did not answer`;
  return failed('upstream', names.length > 0 ? `${cause} (${names.join(', ')}${more})` : cause);
}
