import { createBlockRenderer, createMarkedBlockRenderer, toStatements } from '@sayso/markdown';
import { createSentenceStream } from '@sayso/speech';
import { parseWebUrl } from '@sayso/text/url.ts';
import { findQuotes } from '@sayso/verdicts';
import type { Answer, Block } from '../core/answer.ts';
import type { AnswerEvent, Support, Timing } from '../core/events.ts';
import type { Answerer } from '../core/run.ts';

/** `answer-block` events: the answer so far as safe HTML. */
export function addBlocks(next: Answerer): Answerer {
  return (run) => withBlocks(next(run), 'answer-block', createBlockRenderer);
}

/** `marked-block` events: the same, with a mark around each statement. */
export function addMarkedBlocks(next: Answerer): Answerer {
  return (run) => withBlocks(next(run), 'marked-block', createMarkedBlockRenderer);
}

/** Makes the renderer for the growing Markdown of one answer; it returns the blocks that changed. */
type CreateBlocks = typeof createBlockRenderer;

/** The shortest time between two renderings of the open block, in milliseconds; more is not visible. */
const REFRESH_MS = 50;

/**
 * Adds `answer-block` or `marked-block` events: the answer so far as safe HTML, one top-level block per
 * event. The last event of an index is authoritative; before `answer-end`, the blocks are corrected so that,
 * joined, they are the HTML of the final answer, even if that was cut off.
 */
async function* withBlocks(
  events: AsyncIterable<AnswerEvent>,
  type: 'answer-block' | 'marked-block',
  createBlocks: CreateBlocks,
): AsyncGenerator<AnswerEvent> {
  let blocks = createBlocks([]);
  let pending = '';
  let refreshedAtMs = Number.NEGATIVE_INFINITY;
  const shown: string[] = [];

  function* show(changed: readonly Block[]): Generator<AnswerEvent> {
    for (const block of changed) {
      // The renderer returns an open block again even if its text did not change, and once more when it
      // closes.
      if (shown[block.index] === block.html) continue;
      shown[block.index] = block.html;
      yield { type, ...block };
    }
  }

  for await (const event of events) {
    if (event.type === 'sources') blocks = createBlocks(event.sources);
    if (event.type === 'timing') yield* show([...blocks.push(pending), ...blocks.end()]);
    if (event.type === 'answer-end' && shown.join('') !== event.answer.html)
      yield* show(replacements(event.answer, shown, createBlocks));
    yield event;
    if (event.type !== 'answer-delta') continue;
    pending += event.text;
    const now = performance.now();
    if (now - refreshedAtMs < REFRESH_MS) continue;
    refreshedAtMs = now;
    yield* show(blocks.push(pending));
    pending = '';
  }
}

/** The blocks that differ from the final answer, which was cut or has a note that it broke off. */
function replacements(
  { sources, text }: Answer,
  shown: readonly string[],
  createBlocks: CreateBlocks,
): readonly Block[] {
  const final: Block[] = shown.map((_, index) => ({ index, html: '' }));
  const blocks = createBlocks(sources);
  for (const block of [...blocks.push(text), ...blocks.end()]) final[block.index] = block;
  return final.filter(({ index, html }) => shown[index] !== html);
}

/**
 * Adds `sentence` events: the speakable text, each sentence as soon as it is final. Joined, they are the
 * answer's speech. Emitted sentences are never taken back: if an answer was cut off before one of them, only
 * the part of its speech that was not emitted yet follows at the end.
 */
export function addSentences(next: Answerer): Answerer {
  return async function* answerWithSentences(run) {
    let stream = createSentenceStream(0, 'und');
    let emitted = '';
    let index = 0;
    let timing: AnswerEvent | null = null;

    function* emit(sentences: readonly string[]): Generator<AnswerEvent> {
      for (const text of sentences) {
        emitted += text;
        yield { type: 'sentence', index: index++, text };
      }
    }

    for await (const event of next(run)) {
      if (event.type === 'sources') stream = createSentenceStream(event.sources.length, event.language);
      if (event.type === 'timing') {
        // Only `answer-end` shows what remains to be said, and `timing` must come after the last sentence.
        timing = event;
        continue;
      }
      if (event.type === 'answer-end') {
        const rest = stream.end();
        const isWhole = emitted + rest.join('') === event.answer.speech;
        yield* emit(isWhole ? rest : remainingSentences(event.answer, emitted));
        if (timing !== null) yield timing;
      }
      yield event;
      if (event.type === 'answer-delta') yield* emit(stream.push(event.text));
    }
  };
}

/** The sentences of the final speech that have not been emitted yet. */
function remainingSentences({ text, speech, sources, language }: Answer, emitted: string): readonly string[] {
  const stream = createSentenceStream(sources.length, language);
  const sentences = [...stream.push(text), ...stream.end()];
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

/**
 * A `support` event before the timing: the sentences of the sources that support the citations. Only
 * `answer-end` has the final answer, because it may have been cut off, so the timing waits for it.
 */
export function addSupport(next: Answerer): Answerer {
  return async function* answerWithSupport(run) {
    let timing: Timing | null = null;
    for await (const event of next(run)) {
      if (event.type === 'timing') {
        ({ timing } = event);
        continue;
      }
      if (event.type === 'answer-end') {
        const startedAtMs = performance.now();
        const citations = await linkedQuotes(event.answer);
        if (citations.length > 0) yield { type: 'support', citations };
        const tookMs = performance.now() - startedAtMs;
        if (timing !== null) yield { type: 'timing', timing: withCheck(timing, tookMs) };
      }
      yield event;
    }
  };
}

/** The quotes of the citations that the HTML links: sources without a web address have no link. */
async function linkedQuotes({ text, sources, language }: Answer): Promise<readonly Support[]> {
  const quotes = await findQuotes(toStatements(text, sources.length), sources, language);
  const isLinked = sources.map(({ url }) => parseWebUrl(url) !== null);
  return quotes
    .filter(({ index }) => isLinked[index - 1])
    .map(({ index, quote }): Support => ({ index, quote }));
}

function withCheck(timing: Timing, tookMs: number): Timing {
  return { ...timing, checkMs: timing.checkMs + tookMs, totalMs: timing.totalMs + tookMs };
}
