import {
  createBlockRenderer,
  createMarkedBlockRenderer,
  type Statement,
  toStatements,
} from '@sayso/markdown';
import { createSentenceStream } from '@sayso/speech';
import { parseWebUrl } from '@sayso/text/url.ts';
import { findQuotes } from '@sayso/verdicts';
import type { Answer, Block } from '../core/answer.ts';
import type { AnswerEvent, Support, Timing } from '../core/events.ts';
import type { Answerer } from '../core/run.ts';
import type { Source } from '../core/source.ts';

/** What comes in place of each event of one answer. */
type ReplaceEvent = (event: AnswerEvent) => Iterable<AnswerEvent>;

/** The events of one answer, each replaced. */
export async function* replaceEvents(
  events: AsyncIterable<AnswerEvent>,
  replace: ReplaceEvent,
): AsyncGenerator<AnswerEvent> {
  for await (const event of events) yield* replace(event);
}

/** `answer-block` events: the answer so far as safe HTML. */
export function addBlocks(next: Answerer): Answerer {
  return (run) => replaceEvents(next(run), withBlocks(createBlockRenderer, 'answer-block'));
}

/** `marked-block` events: the same, with a mark around each statement. */
export function addMarkedBlocks(next: Answerer): Answerer {
  return (run) => replaceEvents(next(run), withBlocks(createMarkedBlockRenderer, 'marked-block'));
}

/** `sentence` events: the text to be spoken. */
export function addSentences(next: Answerer): Answerer {
  return (run) => replaceEvents(next(run), withSentences(createSentenceStream));
}

/** Renders growing Markdown block by block; returns the blocks that changed since the last call. */
export type GrowingBlocks = { push(text: string): readonly Block[]; end(): readonly Block[] };
/** Makes the renderer for one answer; `language` is a BCP 47 tag or `und`. */
type CreateBlocks = (sources: readonly Source[], language: string) => GrowingBlocks;

/** The shortest time between two renderings of the open block, in milliseconds; more is not visible. */
const REFRESH_MS = 50;

/**
 * Adds `answer-block` or `marked-block` events: the answer so far as safe HTML, one top-level block per
 * event. The last event of an index is authoritative; before `answer-end`, the blocks are corrected so that,
 * joined, they are the HTML of the final answer, even if that was cut off.
 */
export function withBlocks(createBlocks: CreateBlocks, type: 'answer-block' | 'marked-block'): ReplaceEvent {
  let blocks = createBlocks([], 'und');
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

  return function* replace(event) {
    if (event.type === 'sources') blocks = createBlocks(event.sources, event.language);
    if (event.type === 'timing') yield* show(closing(blocks, pending));
    if (event.type === 'answer-end' && shown.join('') !== event.answer.html)
      yield* show(replacements(event.answer, shown, createBlocks));
    yield event;
    if (event.type !== 'answer-delta') return;
    pending += event.text;
    const now = performance.now();
    if (now - refreshedAtMs < REFRESH_MS) return;
    refreshedAtMs = now;
    yield* show(blocks.push(pending));
    pending = '';
  };
}

function closing(blocks: GrowingBlocks, pending: string): readonly Block[] {
  return [...blocks.push(pending), ...blocks.end()];
}

/** The blocks that differ from the final answer, which was cut or has a note that it broke off. */
function replacements(
  answer: Answer,
  shown: readonly string[],
  createBlocks: CreateBlocks,
): readonly Block[] {
  const final: Block[] = shown.map((_, index) => ({ index, html: '' }));
  const blocks = closing(createBlocks(answer.sources, answer.language), answer.text);
  for (const block of blocks) final[block.index] = block;
  return final.filter(({ index, html }) => shown[index] !== html);
}

/** Turns growing Markdown into the sentences of its speech; joined, they are the speech of the whole. */
export type GrowingSentences = { push(text: string): readonly string[]; end(): readonly string[] };
/** Makes the stream for one answer with this many sources; `language` is a BCP 47 tag or `und`. */
type CreateSentences = (sourceCount: number, language: string) => GrowingSentences;

/**
 * Adds `sentence` events: the speakable text, each sentence as soon as it is final. Joined, they are the
 * answer's speech. Emitted sentences are never taken back: if an answer was cut off before one of them, only
 * the part of its speech that was not emitted yet follows at the end. `timing` is held back until then.
 */
export function withSentences(createSentences: CreateSentences): ReplaceEvent {
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

  return function* replace(event) {
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

/** For each citation of the statements, in order, the supporting quote of its source. */
export type FindSupport = (
  statements: readonly Statement[],
  sources: readonly Source[],
  language: string,
) => Promise<readonly Support[]>;

/** A `support` event before the timing: the sentences of the sources that support the citations. */
export function addSupport(next: Answerer): Answerer {
  return (run) => withSupport(next(run), findQuotes);
}

/** The events with that of their support. */
export async function* withSupport(
  events: AsyncIterable<AnswerEvent>,
  findSupport: FindSupport,
): AsyncGenerator<AnswerEvent> {
  let timing: Timing | null = null;
  for await (const event of events) {
    if (event.type === 'timing') {
      // Only `answer-end` has the final answer, because it may have been cut off.
      ({ timing } = event);
      continue;
    }
    if (event.type === 'answer-end') {
      const startedAtMs = performance.now();
      const citations = await linkedQuotes(event.answer, findSupport);
      if (citations.length > 0) yield { type: 'support', citations };
      const tookMs = performance.now() - startedAtMs;
      if (timing !== null) yield { type: 'timing', timing: withCheck(timing, tookMs) };
    }
    yield event;
  }
}

/** The quotes of the citations that the HTML links: sources without a web address have no link. */
async function linkedQuotes({ text, sources, language }: Answer, findSupport: FindSupport) {
  const quotes = await findSupport(toStatements(text, sources.length), sources, language);
  const isLinked = sources.map(({ url }) => parseWebUrl(url) !== null);
  return quotes
    .filter(({ index }) => isLinked[index - 1])
    .map(({ index, quote }): Support => ({ index, quote }));
}

function withCheck(timing: Timing, tookMs: number): Timing {
  return { ...timing, checkMs: timing.checkMs + tookMs, totalMs: timing.totalMs + tookMs };
}
