import { abortReason } from '../core/deadline.ts';
import type { Writer, WritingTask } from '../write/writer.ts';

/**
 * Quotes from the sources, as Markdown with citations, for an answer that the model did not write. An empty
 * string if nothing in them fits. Takes milliseconds, so it may run after the deadline; throws only the
 * signal's reason.
 */
export async function quoteSources(writer: Writer, task: WritingTask, signal: AbortSignal): Promise<string> {
  let text = '';
  try {
    for await (const part of writer.write(task, signal)) if (part.type === 'text') text += part.text;
  } catch {
    if (signal.aborted) throw abortReason(signal);
    return '';
  }
  return text.trim();
}
