import { abortReason } from '../core/deadline.ts';
import type { Evidence } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import type { Writer } from '../write/writer.ts';

/**
 * Quotes from the sources, as Markdown with citations, for an answer that the model did not write. An empty
 * string if nothing in them is suitable. Takes milliseconds, so it may run after the deadline; throws only
 * the signal's reason.
 */
export async function quoteSources(
  writer: Writer,
  { question, evidence }: { readonly question: Question; readonly evidence: Evidence },
  signal: AbortSignal,
): Promise<string> {
  const { meaning, sources } = evidence;
  if (sources.length === 0) return '';
  const task = {
    question: { ...question, text: meaning },
    sources,
    ground: 'sources',
    patienceMs: 0,
  } as const;
  let text = '';
  try {
    for await (const part of writer.write(task, signal)) if (part.type === 'text') text += part.text;
  } catch {
    if (signal.aborted) throw abortReason(signal);
    return '';
  }
  return text.trim();
}
