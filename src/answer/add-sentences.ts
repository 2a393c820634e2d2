import type { Answer } from '../core/answer.ts';
import type { AnswerEvent } from '../core/events.ts';
import type { ReplaceEvent } from './replace-events.ts';

/** Turns growing Markdown into the sentences of its speech; joined, they are the speech of the whole. */
export type GrowingSentences = { push(text: string): readonly string[]; end(): readonly string[] };
/** Makes the stream for one answer with this many sources; `language` is a BCP 47 tag or `und`. */
export type CreateSentences = (sourceCount: number, language: string) => GrowingSentences;

/**
 * Adds `sentence` events: the speakable text, each sentence as soon as it is final. Joined, they are the
 * answer's speech. Emitted sentences are never taken back: if an answer was cut off before one of them, only
 * the part of its speech that was not emitted yet follows at the end. `timing` is held back until then.
 */
export function addSentences(createSentences: CreateSentences): ReplaceEvent {
  let stream = createSentences(0, 'und');
  let emitted = '';
  let index = 0;
  let timing: AnswerEvent | null = null;

  function* emit(sentences: readonly string[]): Generator<AnswerEvent> {
    for (const text of sentences) {
      emitted += text;
      yield { type: 'sentence', index: index++, text };
    }
  }

  /** What is still to be said: the end of the stream, unless the answer was cut off or its speech differs. */
  function remainderOf({ text, speech, sources, language }: Answer): readonly string[] {
    const rest = stream.end();
    if (emitted + rest.join('') === speech) return rest;
    return remainingSentences(speech, emitted, wholeOf(text, createSentences(sources.length, language)));
  }

  return function* withSentences(event) {
    if (event.type === 'sources') stream = createSentences(event.sources.length, event.language);
    if (event.type === 'timing') {
      // Only `answer-end` shows what remains to be said, and `timing` must come after the last sentence.
      timing = event;
      return;
    }
    if (event.type === 'answer-end') {
      yield* emit(remainderOf(event.answer));
      if (timing !== null) yield timing;
    }
    yield event;
    if (event.type === 'answer-delta') yield* emit(stream.push(event.text));
  };
}

function wholeOf(markdown: string, stream: GrowingSentences): readonly string[] {
  return [...stream.push(markdown), ...stream.end()];
}

/** The sentences of the final speech that have not been emitted yet. */
function remainingSentences(
  speech: string,
  emitted: string,
  sentences: readonly string[],
): readonly string[] {
  const whole = sentences.join('') === speech ? sentences : [speech];
  const shared = sharedLength(speech, emitted);
  const rest: string[] = [];
  let at = 0;
  for (const sentence of whole) {
    const alreadySaid = Math.max(0, shared - at);
    at += sentence.length;
    if (at <= shared) continue;
    // If nothing false was said, the rest of a half-said sentence is enough; otherwise it is said again.
    rest.push(emitted.length === shared ? sentence.slice(alreadySaid) : sentence);
  }
  return rest.filter((sentence) => sentence !== '');
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
