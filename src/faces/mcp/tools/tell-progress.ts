import type { AnswerEvent } from '../../../core/events.ts';
import { hostOf } from '../../../core/url.ts';
import type { ToolScene } from './tool.ts';

/** Informs the caller about an event, if it matters to somebody who waits. */
export function tellProgress(event: AnswerEvent, { tell }: Pick<ToolScene, 'tell'>): void {
  const message = toMessage(event);
  if (message !== null) tell(message);
}

function toMessage(event: AnswerEvent): string | null {
  switch (event.type) {
    case 'plan':
      return `Searching for: ${event.subQuestions.join(' | ')}`;
    case 'gap':
      return event.missing.length === 0 ? 'Found enough' : `Still missing: ${event.missing.join(' | ')}`;
    case 'search-end':
      return event.engine === 'none' ? 'The search found nothing' : 'Reading the pages that were found';
    case 'page-read':
      return `Read a page of ${hostOf(event.url)}`;
    case 'sources':
      return `Chose ${event.sources.length} sources`;
    default:
      return null;
  }
}

/** Passes on the events, and informs their caller about them. */
export async function* telling(
  events: AsyncIterable<AnswerEvent>,
  scene: Pick<ToolScene, 'tell'>,
): AsyncGenerator<AnswerEvent> {
  for await (const event of events) {
    tellProgress(event, scene);
    yield event;
  }
}
