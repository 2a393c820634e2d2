import type { InterfaceCall } from '../../http/interface-deps.ts';
import { replyWithStream } from '../../http/stream.ts';

/** Streams texts that are all known already, with the headers and the end of a stream. */
export async function replyWithFrames(
  call: Pick<InterfaceCall, 'request' | 'reply'>,
  frames: Iterable<string>,
  format: { readonly end?: string; readonly headers?: Readonly<Record<string, string>> },
): Promise<void> {
  async function* each(): AsyncGenerator<string> {
    yield* frames;
  }
  await replyWithStream(call, each(), { ...format, frame: (text) => text, failure: () => '' });
}
