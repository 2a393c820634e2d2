import type { ModelPart } from './language-model.ts';
import { StreamFault } from './model-failure.ts';

/** Reads the lines of one streamed answer; each API has its own. */
export type LineReader = {
  /** The parts of the next line, maybe none. If `isLast`, the body ended, perhaps within this line. */
  read(line: string, isLast: boolean): readonly ModelPart[];
  /** The parts that follow the last line. */
  end(): readonly ModelPart[];
  /** Whether the answer is complete: no line follows, or only lines without text. */
  readonly complete: 'no' | 'except counts' | 'yes';
};

/** A line has one or two words. The last line contains the counts and has less than a thousand characters. */
const MAX_LINE_CHARS = 1_048_576;

/**
 * The parts of an answer that arrives in lines. Text of several lines that arrive together becomes one part.
 * The parts end when the answer is complete, even if the body does not, because some proxies keep connections
 * open. Its reads reject with a StreamFault for a line that is too long, and with the errors of `lines`.
 */
export function readStreamedParts(
  body: ReadableStream<Uint8Array>,
  lines: LineReader,
): ReadableStream<ModelPart> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';

  /** The parts of the lines that are complete. Throws a StreamFault for a line that is too long. */
  function take(piece: string, isEnd: boolean): readonly ModelPart[] {
    const end = piece.lastIndexOf('\n') + 1;
    // Only whole lines are searched, because a long line that arrives in many pieces would be copied with
    // each piece.
    const whole = end === 0 ? '' : rest + piece.slice(0, end);
    rest = end === 0 ? rest + piece : piece.slice(end);
    if (rest.length > MAX_LINE_CHARS) throw new StreamFault('garbage');
    const parts = readLines(whole, isEnd, lines);
    return isEnd || lines.complete === 'yes' ? [...parts, ...lines.end()] : parts;
  }

  let giveUp: NodeJS.Timeout | undefined;

  async function pull(controller: ReadableStreamDefaultController<ModelPart>): Promise<void> {
    while (true) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        // A server that drops the connection after it has sent the finish reason has sent the whole answer.
        if (lines.complete === 'no') throw error;
        return { done: true, value: undefined } as const;
      });
      const piece = done ? `${decoder.decode()}\n` : decoder.decode(value, { stream: true });
      const parts = take(piece, done);
      for (const part of parts) controller.enqueue(part);
      if (done || lines.complete === 'yes') {
        if (!done) readToEnd(reader);
        clearTimeout(giveUp);
        return controller.close();
      }
      if (lines.complete === 'except counts') giveUp ??= cancelLater(reader);
      if (parts.length > 0) return;
    }
  }
  return new ReadableStream({
    pull: (controller) =>
      pull(controller).catch((error: unknown) => {
        reader.cancel().catch(() => undefined);
        throw error;
      }),
    cancel: (reason) => reader.cancel(reason),
  });
}

function readLines(text: string, isEnd: boolean, reader: LineReader): ModelPart[] {
  const parts: ModelPart[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && reader.complete !== 'yes'; end = text.indexOf('\n', start)) {
    const line = text.slice(start, end).trim();
    for (const part of reader.read(line, isEnd && end + 1 === text.length)) addPart(parts, part);
    start = end + 1;
  }
  return parts;
}

/** Adds a part, or joins it with the last one if both are text or both are thinking. */
function addPart(parts: ModelPart[], part: ModelPart): void {
  const last = parts.at(-1);
  if (last?.delta === undefined || last.type !== part.type) parts.push(part);
  else parts[parts.length - 1] = { type: part.type, delta: last.delta + (part.delta ?? '') };
}

/** How long a body may take to end after an answer's last event, in milliseconds. Most end at once. */
const END_MS = 1000;

/** Cancels a body that does not end in time, which settles a pending read. */
function cancelLater(reader: ReadableStreamDefaultReader<Uint8Array>): NodeJS.Timeout {
  const timer = setTimeout(() => reader.cancel().catch(() => undefined), END_MS);
  timer.unref();
  return timer;
}

/**
 * Reads what remains of a reply's body after the answer, because a connection can be reused only once the
 * body has ended. With the body cancelled immediately, 19 of 20 answers needed a new connection (measured). A
 * body that does not end in time is cancelled.
 */
function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  const ignore = () => undefined;
  const giveUp = cancelLater(reader);
  const readOn = async () => {
    while (!(await reader.read()).done);
  };
  readOn()
    .catch(ignore)
    .finally(() => clearTimeout(giveUp));
}
