import type { AnswerEvent } from '../core/events.ts';
import { toFailure } from '../core/failure.ts';
import { createYielding } from '../lib/text/yielding.ts';
import type { Writer, WritingTask } from '../write/writer.ts';
import { type Draft, DraftBuilder, type TextFilter } from './draft.ts';

/** What a draft is made of. */
export type DraftOptions = {
  readonly writer: Writer;
  readonly task: WritingTask;
  /** Sentences placed before the writer's text; may be empty. */
  readonly preface: string;
  readonly filter: TextFilter;
};

/** Text that is checked in one piece, in characters. */
const AT_ONCE_CHARS = 400;

/** Emits the checked text as it arrives; returns the whole draft, of which a failure is a part. */
export async function* writeDraft(
  { writer, task, preface, filter }: DraftOptions,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, Draft> {
  const builder = new DraftBuilder(filter, preface);
  let emittedMoves = 0;
  function* emit(text: string): Generator<AnswerEvent> {
    if (text === '') return;
    const moves = builder.citationMoves.slice(emittedMoves);
    emittedMoves += moves.length;
    for (const move of moves) yield { type: 'citation-moved', move };
    yield { type: 'answer-delta', text };
  }
  try {
    for await (const part of writer.write(task, signal)) {
      if (part.type !== 'text') builder.note(part);
      else if (part.text.length <= AT_ONCE_CHARS) yield* emit(builder.add(part.text));
      else yield* emit(await addInPieces(builder, part.text));
    }
  } catch (error) {
    builder.fail(toFailure(error));
  }
  yield* emit(builder.finish());
  return builder.draft;
}

/** A server may send a whole answer at once. Between its pieces, other requests are served. */
async function addInPieces(builder: DraftBuilder, text: string): Promise<string> {
  const yieldIfDue = createYielding();
  let checkedText = '';
  for (let at = 0; at < text.length; at += AT_ONCE_CHARS) {
    checkedText += builder.add(text.slice(at, at + AT_ONCE_CHARS));
    await yieldIfDue();
  }
  return checkedText;
}
