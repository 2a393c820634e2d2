import type { Answer } from '../../core/answer.ts';
import type { AnswerEvent } from '../../core/events.ts';
import type { Source } from '../../core/source.ts';
import { errorMarkdown, textWithError } from '../../render/text-with-error.ts';

/** The text of an answer, as it is streamed. */
export type GrowingText = {
  /** Everything sent so far. */
  readonly sent: string;
  readonly sources: readonly Source[];
  /** The words of the last search; null if they are those of the question. */
  readonly searchQuery: string | null;
  /** The text to send for an event; empty for nothing. */
  take(event: AnswerEvent): string;
};

/**
 * Follows an answer whose text is sent piece by piece. Text that was sent cannot be taken back. If the whole
 * answer begins with the text already sent, its rest is the last piece. Otherwise, the sent text stays as it
 * is, and the sentence that gives the reason follows.
 * @param finished makes the text of the whole answer; for data, the text is held back until it has been
 *   checked
 */
export function growText(
  isHeldBack: boolean,
  finished: (answer: Answer) => string = textWithError,
): GrowingText {
  let sent = '';
  let sources: readonly Source[] = [];
  let searchQuery: string | null = null;
  const send = (text: string) => {
    sent += text;
    return text;
  };
  return {
    get sent() {
      return sent;
    },
    get sources() {
      return sources;
    },
    get searchQuery() {
      return searchQuery;
    },
    take(event) {
      if (event.type === 'search-end') searchQuery = event.query ?? searchQuery;
      if (event.type === 'sources') ({ sources } = event);
      if (event.type === 'answer-delta' && !isHeldBack) return send(event.text);
      if (event.type !== 'answer-end') return '';
      ({ sources } = event.answer);
      return send(restOf(event.answer, sent, finished(event.answer)));
    },
  };
}

function restOf({ error }: Answer, sent: string, whole: string): string {
  if (whole.startsWith(sent)) return whole.slice(sent.length);
  return error === null ? '' : `…\n\n${errorMarkdown(error)}`;
}
