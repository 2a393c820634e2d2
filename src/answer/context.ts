import { estimateTokens } from '@sayso/text/tokens.ts';
import { hostOf } from '@sayso/text/url.ts';
import type { Evidence } from '../core/events.ts';
import type { Passage, Source, SourceBasis } from '../core/source.ts';

/** A source with the details for a program that writes its own answer. */
type ContextSource = Source & {
  /** The name of the site, or its host. */
  readonly site: string;
  readonly basis: SourceBasis;
};

/** The evidence for an answer as text for a model. */
export type Context = {
  /** The sources as one text, each with its number, title and address before its passages. */
  readonly text: string;
  /** The tokens of `text` (`estimateTokens`). */
  readonly tokens: number;
  readonly sources: readonly ContextSource[];
};

/** Room for the number, address and date of one source, in tokens; its title counts as source text. */
const FRAME_TOKENS = 30;
/** The largest share of a context for the text around the passages, so that a short one has passages, too. */
const MAX_FRAME_SHARE = 0.4;

/** The amount of source text to gather for a context of this size, in tokens. */
export function sourceTokensFor(maxTokens: number, maxSources: number): number {
  return Math.ceil(maxTokens - Math.min(maxTokens * MAX_FRAME_SHARE, maxSources * FRAME_TOKENS));
}

/** The evidence in at most `maxTokens` tokens; what does not fit is left out from each source's end. */
export function toContext(evidence: Evidence, maxTokens: number): Context {
  const sources = describeSources(evidence);
  // The sum over the parts is nearly always an upper bound, but the estimate of the whole text decides.
  let freeTokens = maxTokens;
  while (true) {
    const fitting = withinTokens(sources, freeTokens);
    const text = textOf(fitting);
    const tokens = estimateTokens(text);
    if (tokens <= maxTokens) return { text, tokens, sources: fitting };
    freeTokens -= tokens - maxTokens;
  }
}

/** The sources with the facts that are known about their pages. */
export function describeSources(evidence: Evidence): readonly ContextSource[] {
  return evidence.sources.map((source) => ({
    ...source,
    site: source.siteName ?? hostOf(source.url),
    basis: source.basis ?? 'snippet',
  }));
}

/** The sources of which a passage fits, numbered anew, each with as many of its first passages as fit. */
function withinTokens(sources: readonly ContextSource[], maxTokens: number): readonly ContextSource[] {
  const fitting: ContextSource[] = [];
  let freeTokens = maxTokens;
  for (const source of sources) {
    const index = fitting.length + 1;
    let used = estimateTokens(headOf(source, index));
    const passages: Passage[] = [];
    for (const passage of source.passages) {
      const tokens = estimateTokens(`\n\n${passage.text}`);
      if (used + tokens > freeTokens) break;
      used += tokens;
      passages.push(passage);
    }
    if (passages.length === 0) continue;
    freeTokens -= used;
    fitting.push({ ...source, index, passages });
  }
  return fitting;
}

function textOf(sources: readonly ContextSource[]): string {
  const parts = sources.flatMap((source) => [
    headOf(source, source.index),
    ...source.passages.map(({ text }) => text),
  ]);
  return parts.join('\n\n');
}

/** `[1] Title`, and below it the address and the day of publication. */
function headOf({ title, url, publishedAt }: ContextSource, index: number): string {
  const day = publishedAt === undefined ? '' : ` (${publishedAt.slice(0, 10)})`;
  return `[${index}] ${title}\n${url}${day}`;
}
