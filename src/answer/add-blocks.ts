import type { Answer, Block } from '../core/answer.ts';
import type { AnswerEvent } from '../core/events.ts';
import type { Source } from '../core/source.ts';
import type { ReplaceEvent } from './replace-events.ts';

/** Renders growing Markdown block by block; returns the blocks that changed since the last call. */
export type GrowingBlocks = { push(text: string): readonly Block[]; end(): readonly Block[] };
/** Makes the renderer for one answer; `language` is a BCP 47 tag or `und`. */
export type CreateBlocks = (sources: readonly Source[], language: string) => GrowingBlocks;

/** The shortest time between two renderings of the open block, in milliseconds; more is not visible. */
const REFRESH_MS = 50;

/**
 * Adds `answer-block` or `marked-block` events: the answer so far as safe HTML, one top-level block per
 * event. The last event of an index is authoritative; before `answer-end`, the blocks are corrected so that,
 * joined, they are the HTML of the final answer, even if that was cut off.
 */
export function addBlocks(
  createBlocks: CreateBlocks,
  type: 'answer-block' | 'marked-block' = 'answer-block',
): ReplaceEvent {
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

  return function* withBlocks(event) {
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
