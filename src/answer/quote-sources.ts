import { abortReason } from '../core/deadline.ts';
import type { Evidence } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import type { Writer } from '../write/writer.ts';

const NOTHING = { text: '' };

/** Quotes as Markdown with citations, and the probability that the first one answers. */
export type SourceQuotes = { readonly text: string; readonly confidence?: number };

/**
 * Quotes from the sources for an answer that the model did not write; without text if nothing in them is
 * suitable. Takes milliseconds, so it may run after the deadline; throws only
 * the signal's reason.
 */
export async function quoteSources(
  writer: Writer,
  { question, evidence }: { readonly question: Question; readonly evidence: Evidence },
  signal: AbortSignal,
): Promise<SourceQuotes> {
  const { meaning, sources } = evidence;
  if (sources.length === 0) return NOTHING;
  const task = {
    question: { ...question, text: meaning },
    sources,
    evidenceStatus: 'sources',
    patienceMs: 0,
  } as const;
  let text = '';
  let certainty: Pick<SourceQuotes, 'confidence'> = {};
  try {
    for await (const part of writer.write(task, signal)) {
      if (part.type === 'text') text += part.text;
      if (part.type === 'confidence') certainty = { confidence: part.confidence };
    }
  } catch {
    if (signal.aborted) throw abortReason(signal);
    return NOTHING;
  }
  return { text: text.trim(), ...certainty };
}
