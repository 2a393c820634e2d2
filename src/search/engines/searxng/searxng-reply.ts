import * as z from 'zod';
import { failed, found, type SearchOutcome } from '../../backend.ts';
import { type RawHit, toHits } from '../hits.ts';
import { parseEach } from '../parse-each.ts';
import { isSameHost, tableText, toInstanceAnswer } from './instance-answer.ts';
import { unresponsive } from './unresponsive-engines.ts';

const LIST = z.array(z.unknown()).catch([]);
const TEXT = z.string().catch('');

const REPLY = z.object({
  results: z.array(z.unknown()),
  answers: LIST,
  infoboxes: LIST,
  unresponsive_engines: LIST,
});
const RESULT = z.object({ url: z.string(), title: TEXT, content: TEXT });
/** A table of facts, which has no page of its own. */
const TABLE = z.object({
  kvmap: z.record(z.string(), z.union([z.string(), z.number()]).transform(String)),
  caption: TEXT,
});
const TRANSLATION = z.object({ text: z.string(), transliteration: TEXT, definitions: LIST });
/** searx sends strings, SearXNG objects. */
const ANSWER = z.union([
  z.string().transform((answer) => ({ answer, url: '' })),
  z.object({ answer: z.string(), url: TEXT }),
  z
    .object({ translations: z.array(z.unknown()), url: TEXT })
    .transform(({ translations, url }) => ({ answer: toTranslations(translations), url })),
]);
const INFOBOX = z.object({ infobox: TEXT, id: TEXT, content: TEXT, urls: LIST, attributes: LIST });
const LINK = z.object({ url: z.string() });
const ATTRIBUTE = z.object({ label: z.string(), value: z.string() });
const ENGINE = z.union([z.string(), z.tuple([z.string()], z.unknown()).transform(([name]) => name)]);

const MAX_ATTRIBUTES = 30;
const MAX_TRANSLATIONS = 10;

/**
 * Reads a JSON reply of SearXNG or searx. Direct answers and infoboxes are evidence and come first, as on the
 * instance's own page; `instance-answer.ts` says how the instance's own answers are cited. Failed engines
 * make the outcome a failure only if there are no results. Their messages are localized, so only their number
 * counts.
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
  const tables = parseEach(results, TABLE).map(toTableText);
  const raw = [...toAnswers(answers, tables, pageUrl), ...toInfoboxes(infoboxes), ...listed];
  const hits = toHits(raw, limit);
  if (hits.length > 0 || listed.length > 0) return found(hits);
  if (results.length > 0) return failed('protocol', 'its list contains no results (is it a SearXNG?)');
  return unresponsive_engines.length > 0
    ? unresponsive(unresponsive_engines.length, parseEach(unresponsive_engines, ENGINE))
    : found(hits);
}

function toResults(results: readonly unknown[]): RawHit[] {
  return parseEach(results, RESULT).map(({ url, title, content }) => ({ url, title, snippet: content }));
}

function toAnswers(answers: readonly unknown[], tables: readonly string[], pageUrl: string): RawHit[] {
  const said = parseEach(answers, ANSWER).filter(({ answer }) => answer.trim() !== '');
  const isSourced = ({ url }: { readonly url: string }) => url !== '' && !isSameHost(url, pageUrl);
  const sourced = said.filter(isSourced).map(({ url, answer }) => ({ url, snippet: answer }));
  const own = said.filter((one) => !isSourced(one)).map(({ answer }) => answer);
  const computed = toInstanceAnswer([...own, ...tables], pageUrl);
  return computed === null ? sourced : [...sourced, computed];
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
  return tableText(caption, Object.entries(kvmap));
}

function toInfoboxes(infoboxes: readonly unknown[]): RawHit[] {
  return parseEach(infoboxes, INFOBOX).map((box) => {
    // The ID is the URL of the subject's page, but some engines use other IDs.
    const url = /^https?:/i.test(box.id) ? box.id : (parseEach(box.urls, LINK)[0]?.url ?? '');
    const facts = parseEach(box.attributes.slice(0, MAX_ATTRIBUTES), ATTRIBUTE);
    const text = [box.content, ...facts.map(({ label, value }) => `${label}: ${value}`)].join('\n');
    return { url, title: box.infobox, snippet: text };
  });
}
