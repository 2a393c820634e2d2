import { parseWebUrl } from '@sayso/text/url.ts';
import { z } from 'zod';
import { startDeadline, untilAborted } from '../../../core/deadline.ts';
import { Failure } from '../../../core/failure.ts';
import { mainTextOf } from '../../../core/source.ts';
import { timeoutWithin } from '../../http/to-question.ts';
import { cutAfterSome, cutAt, fitted, jsonCost, MAX_RESULT_TOKENS } from './fit.ts';
import { countArgument, defineTool, type ToolDeps, wrongArguments } from './tool.ts';

/** The longest text that is sent in parts, in UTF-16 units; longer than any page that is read. */
const MAX_OFFSET = 100_000_000;
const output = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string().describe('The readable text of the page, without menus and advertisements.'),
  url: z.string(),
  metadata: z.object({
    language: z.string().optional(),
    date: z.string().optional(),
    site_name: z.string().optional(),
    author: z.string().optional(),
    total_chars: z.int().describe('Length of the whole text.'),
    next_offset: z.int().optional().describe('If present, there is more text: call again with this offset.'),
  }),
});
type FetchResult = z.output<typeof output>;

/** An address is in the result twice, which some clients cut at 25,000 tokens. */
const MAX_URL_CHARS = 8_192;
const address = z
  .string({ error: 'must be the address of a web page' })
  .max(MAX_URL_CHARS, { error: `must have at most ${MAX_URL_CHARS} characters` });
/** The share of a result that the title may take, and each of the names of the site and of the author. */
const TITLE_SHARE = 1 / 4;
const NAME_SHARE = 1 / 8;
/** Enough for the names of the fields and for the first words of the text. */
const MIN_TEXT_TOKENS = 100;

/** `fetch`: the text of one page. */
export const fetchTool = defineTool({
  name: 'fetch',
  title: 'Read a web page',
  description:
    'Reads one web page or PDF and returns its readable text. Use it to read a page from the ' +
    'results of `search`, or any public address. Long pages come in parts: if ' +
    '`metadata.next_offset` is present, call again with this number as `offset`.',
  input: z.object({
    url: address.optional().describe('Address of the page, such as "https://example.org/page".'),
    id: address.optional().describe('The id of a result of `search`; an alternative to `url`.'),
    max_tokens: countArgument('The maximum length of the result, in tokens.', {
      min: 200,
      max: MAX_RESULT_TOKENS,
      usual: 5000,
    }),
    full: z
      .boolean()
      .default(false)
      .describe('Whether to return all that a visitor can read, with boxes and the footer.'),
    offset: countArgument('The offset at which to continue in a long page.', {
      min: 0,
      max: MAX_OFFSET,
      usual: 0,
    }),
  }),
  output,
  async run({ url, id, max_tokens, full, offset }, deps, signal) {
    const given = (url ?? id)?.trim();
    if (given === undefined) throw wrongArguments('fetch', [{ path: ['url'], message: 'must be given' }]);
    const minTokens = jsonCost([given, id ?? given]) + MIN_TEXT_TOKENS;
    if (minTokens > max_tokens) {
      const message = `must be at least ${minTokens} for this address, which the result repeats`;
      throw wrongArguments('fetch', [{ path: ['max_tokens'], message }]);
    }
    const page = await readText(given, full, deps, signal);
    const named = { ...withShortNames(page, max_tokens), id: id ?? given };
    return fitted(max_tokens, (budget) => toResult(named, offset, budget));
  },
});

/** A text and the known facts about it. */
type ReadText = Awaited<ReturnType<typeof readText>>;

/** @throws Failure `not-found` with the reason why a page cannot be read */
async function readText(
  given: string,
  full: boolean,
  { service, caller, preferences, deadlinesMs, sendProgress }: ToolDeps,
  signal: AbortSignal,
) {
  const url = parseWebUrl(given);
  if (url === null)
    throw wrongArguments('fetch', [
      { path: ['url'], message: 'must be a complete address that begins with https:// or http://' },
    ]);
  if (service.read === null)
    throw new Failure('not-found', 'This service reads no web pages. Use `search` or `ask` instead.');
  sendProgress(`Reading a page of ${url.hostname}`);
  const timeoutMs = timeoutWithin(preferences.waitSeconds, deadlinesMs.quick);
  using deadline = startDeadline(timeoutMs, signal);
  const reading = service.read(url.href, { caller, signal: deadline.signal });
  const outcome = await untilAborted(reading, deadline.signal);
  if (outcome.status === 'skipped')
    throw new Failure('not-found', `The page was not read: ${outcome.reason}. Try another page.`);
  const { title, language, publishedAt, siteName, author } = outcome.page;
  const text = full ? outcome.page.text : mainTextOf(outcome.page);
  const facts: Omit<FetchResult['metadata'], 'total_chars' | 'next_offset'> = {
    ...(language !== null && { language }),
    ...(publishedAt !== null && { date: publishedAt }),
    ...(siteName !== null && { site_name: siteName }),
    ...(author !== null && { author }),
  };
  return { url: url.href, title, text, facts };
}

/** The same text with a title and names that leave room for the text. */
function withShortNames(page: ReadText, maxTokens: number): ReadText {
  const short = (text: string, share: number) => text.slice(0, cutAt(text, 0, maxTokens * share));
  const { site_name, author } = page.facts;
  return {
    ...page,
    title: short(page.title, TITLE_SHARE),
    facts: {
      ...page.facts,
      ...(site_name !== undefined && { site_name: short(site_name, NAME_SHARE) }),
      ...(author !== undefined && { author: short(author, NAME_SHARE) }),
    },
  };
}

function toResult(
  { id, url, title, text, facts }: ReadText & { readonly id: string },
  offset: number,
  budget: number,
): FetchResult {
  const start = Math.min(offset, text.length);
  const counts = { total_chars: text.length, next_offset: text.length };
  const bare = { id, title, text: '', url, metadata: { ...facts, ...counts } };
  // If a part had no text, its caller would ask for the same part forever.
  const end = cutAfterSome(text, start, budget - jsonCost(bare));
  const { next_offset: _, ...whole } = bare.metadata;
  const metadata = end < text.length ? { ...whole, next_offset: end } : whole;
  return { ...bare, text: text.slice(start, end), metadata };
}
