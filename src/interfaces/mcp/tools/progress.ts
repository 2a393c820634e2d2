import { hostOf } from '@sayso/text/url.ts';
import type { AnswerEvent } from '../../../core/events.ts';
import type { ToolDeps } from './tool.ts';

/** Sends a message about an event, if it matters to somebody who waits. */
export function sendProgressOf(event: AnswerEvent, { sendProgress }: Pick<ToolDeps, 'sendProgress'>): void {
  const message = toMessage(event);
  if (message !== null) sendProgress(message);
}

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
  deps: Pick<ToolDeps, 'sendProgress'>,
): AsyncGenerator<AnswerEvent> {
  for await (const event of events) {
    sendProgressOf(event, deps);
    yield event;
  }
}
