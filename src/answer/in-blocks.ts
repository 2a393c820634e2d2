import type { Block, Source } from '../core/terms.ts';
import type { Answerer } from './events.ts';

/** Renders growing Markdown block by block; what it returns has changed since the last call. */
export type BlockRenderer = { push(text: string): readonly Block[]; end(): readonly Block[] };

/** The open block is rendered again at most this often, in milliseconds: 20 times a second is all an eye can follow. */
const REFRESH_MS = 50;

/** The same answerer that also tells `answer-block` events: the answer so far as safe HTML, one top-level block each. */
export function inBlocks(
  answerer: Answerer,
  createBlocks: (sources: readonly Source[]) => BlockRenderer,
): Answerer {
  return async function* answerInBlocks(question, signal) {
    let blocks = createBlocks([]);
    let pending = '';
    let refreshedAtMs = Number.NEGATIVE_INFINITY;
    for await (const event of answerer(question, signal)) {
      if (event.type === 'sources') blocks = createBlocks(event.sources);
      if (event.type === 'timing')
        for (const block of closing(blocks, pending)) yield { type: 'answer-block', ...block };
      yield event;
      if (event.type !== 'answer-delta') continue;
      pending += event.text;
      const now = performance.now();
      if (now - refreshedAtMs < REFRESH_MS) continue;
      refreshedAtMs = now;
      for (const block of blocks.push(pending)) yield { type: 'answer-block', ...block };
      pending = '';
    }
  };
}

function closing(blocks: BlockRenderer, pending: string): readonly Block[] {
  return [...blocks.push(pending), ...blocks.end()];
}
