import { type Statement, toStatements } from '@sayso/markdown';
import { parseWebUrl } from '@sayso/text/url.ts';
import type { Answer } from '../core/answer.ts';
import type { Support, Timing } from '../core/events.ts';
import type { Answerer } from '../core/run.ts';
import type { Source } from '../core/source.ts';

/** For each citation of the statements, in order, the supporting quote of its source. */
export type FindSupport = (
  statements: readonly Statement[],
  sources: readonly Source[],
  language: string,
) => Promise<readonly Support[]>;

/** Adds, before the timing, the sentences of the sources that support the citations. */
export function addSupport(next: Answerer, findQuotes: FindSupport): Answerer {
  return async function* answerWithSupport(run) {
    let timing: Timing | null = null;
    for await (const event of next(run)) {
      if (event.type === 'timing') {
        // Only `answer-end` has the final answer, because it may have been cut off.
        ({ timing } = event);
        continue;
      }
      if (event.type === 'answer-end') {
        const startedAtMs = performance.now();
        const citations = await linkedQuotes(event.answer, findQuotes);
        if (citations.length > 0) yield { type: 'support', citations };
        const tookMs = performance.now() - startedAtMs;
        if (timing !== null) yield { type: 'timing', timing: withCheck(timing, tookMs) };
      }
      yield event;
    }
  };
}

/** The quotes of the citations that the HTML links: sources without a web address have no link. */
async function linkedQuotes({ text, sources, language }: Answer, findQuotes: FindSupport) {
  const quotes = await findQuotes(toStatements(text, sources.length), sources, language);
  const isLinked = sources.map(({ url }) => parseWebUrl(url) !== null);
  return quotes
    .filter(({ index }) => isLinked[index - 1])
    .map(({ index, quote }): Support => ({ index, quote }));
}

function withCheck(timing: Timing, tookMs: number): Timing {
  return { ...timing, checkMs: timing.checkMs + tookMs, totalMs: timing.totalMs + tookMs };
}
