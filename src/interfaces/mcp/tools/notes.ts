import { hostOf } from '@sayso/text/url.ts';
import type { AnswerEvent, SearchRecord } from '../../../core/events.ts';
import type { Scope } from '../../../core/scope.ts';
import type { ToolDeps } from './tool.ts';

const SCOPE_WORDS = {
  language: 'language',
  country: 'country',
  since: 'since',
  until: 'until',
  'sites.only': 'sites',
  'sites.never': 'exclude_sites',
  safe_search: 'safe search',
} as const;

/** What a caller must know of a search besides its hits, in sentences; empty if nothing. */
export function notesOn(searches: readonly SearchRecord[], scope: Scope): readonly string[] {
  const ignored = new Set(
    searches.flatMap(({ trail }) =>
      trail.filter(({ status }) => status === 'ok').flatMap((attempt) => attempt.ignored ?? []),
    ),
  );
  const isEmpty = searches.length > 0 && searches.every(({ outcome }) => outcome.status !== 'ok');
  return [
    ...(isEmpty ? ['Nothing was found. Try other words, fewer words or no filters.'] : []),
    ...(ignored.size > 0
      ? [`The search could not apply: ${[...ignored].map((part) => SCOPE_WORDS[part]).join(', ')}.`]
      : []),
    ...notesOnPeriod(scope),
  ];
}

/** Calling models set a limit of time without need, and nothing in the results shows what it costs. */
export function notesOnPeriod({ since, until }: Pick<Scope, 'since' | 'until'>): readonly string[] {
  if (since === null && until === null) return [];
  const limit = [since && `from ${since}`, until && `up to ${until}`].filter(Boolean).join(' ');
  return [
    `Only pages dated ${limit} were searched, and pages without a date are missing. ` +
      'If that is not what was asked for, search again without the limit of time.',
  ];
}

/** What an event means to somebody who waits; null if nothing. */
function toMessage(event: AnswerEvent): string | null {
  switch (event.type) {
    case 'plan':
      return `Searching for: ${event.subQuestions.join(' | ')}`;
    case 'gap':
      return event.missing.length === 0 ? 'Found enough' : `Still missing: ${event.missing.join(' | ')}`;
    case 'search-end':
      return event.slot === null ? 'The search found nothing' : 'Reading the pages that were found';
    case 'page-read':
      return `Read a page of ${hostOf(event.url)}`;
    case 'sources':
      return `Chose ${event.sources.length} sources`;
    default:
      return null;
  }
}

/** Passes on the events, and sends their caller messages about them. */
export async function* withProgress(
  events: AsyncIterable<AnswerEvent>,
  { sendProgress }: Pick<ToolDeps, 'sendProgress'>,
): AsyncGenerator<AnswerEvent> {
  for await (const event of events) {
    const message = toMessage(event);
    if (message !== null) sendProgress(message);
    yield event;
  }
}
