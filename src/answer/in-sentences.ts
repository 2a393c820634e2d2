import type { Source } from '../core/terms.ts';
import type { AnswerEvent, Answerer } from './events.ts';

/** Tells the speech of growing Markdown; the sentences put together, as they are, are the speech of the whole. */
export type SentenceStream = { push(text: string): readonly string[]; end(): readonly string[] };
/** Makes the stream of one answer; `language` is a BCP 47 tag or `und`. */
export type CreateSentenceStream = (sources: readonly Source[], language: string) => SentenceStream;

/**
 * The same answerer that also tells `sentence` events: the speakable text, each sentence as soon as it is certain. Put
 * together they are the answer's speech. None is taken back: where an answer was cut in front of a sentence that was already
 * told, only what its speech says beyond it is told at the end.
 */
export function inSentences(answerer: Answerer, createSentences: CreateSentenceStream): Answerer {
  return async function* answerInSentences(question, signal) {
    let stream = createSentences([], 'und');
    let told = '';
    let index = 0;
    let timing: AnswerEvent | null = null;
    for await (const event of answerer(question, signal)) {
      if (event.type === 'sources') stream = createSentences(event.sources, event.language);
      if (event.type === 'timing') {
        // What is left to say is known with `answer-end`, and no sentence comes behind the timing.
        timing = event;
        continue;
      }
      if (event.type === 'answer-end') {
        const { answer } = event;
        yield* tell(
          untold(answer.speech, told, wholeOf(answer.text, createSentences(answer.sources, answer.language))),
        );
        if (timing !== null) yield timing;
      }
      yield event;
      if (event.type === 'answer-delta') yield* tell(stream.push(event.text));
    }

    function* tell(sentences: readonly string[]): Generator<AnswerEvent> {
      for (const text of sentences) {
        told += text;
        yield { type: 'sentence', index: index++, text };
      }
    }
  };
}

function wholeOf(markdown: string, stream: SentenceStream): readonly string[] {
  return [...stream.push(markdown), ...stream.end()];
}

/** The sentences of the final speech behind what was told of it. */
function untold(speech: string, told: string, sentences: readonly string[]): readonly string[] {
  const whole = sentences.join('') === speech ? sentences : [speech];
  const shared = sharedLength(speech, told);
  const rest: string[] = [];
  let at = 0;
  for (const sentence of whole) {
    const end = at + sentence.length;
    // Told only in part: where the answer was cut inside it, the whole of what stayed counts.
    if (end > shared) rest.push(told.length === shared ? sentence.slice(Math.max(0, shared - at)) : sentence);
    at = end;
  }
  return rest.filter((sentence) => sentence !== '');
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
