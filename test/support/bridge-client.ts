import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import { bridge, toEndpoint } from '../../src/interfaces/mcp/bridge.ts';

/** The address and key of the service that a bridge calls, and its `fetch`. */
type BridgedService = Pick<Parameters<typeof bridge>[0], 'key' | 'fetch'> & {
  readonly address: string;
};

/** The MCP client of a bridge. */
type BridgeClient<Message> = {
  /** Ending it ends the client. */
  readonly input: PassThrough;
  readonly ended: ReturnType<typeof bridge>;
  /** Aborts when the program stops. */
  readonly leaving: AbortController;
  /** What the bridge reported to people. */
  readonly told: readonly string[];
  /** The messages that the bridge has written so far. */
  messages(): Message[];
};

/** Starts a bridge to a service; it stops at the end of the test. */
export function startBridge<Message>(
  t: TestContext,
  { address, key, fetch }: BridgedService,
): BridgeClient<Message> {
  const [input, output, leaving] = [new PassThrough(), new PassThrough(), new AbortController()];
  const told: string[] = [];
  const report = (text: string) => void told.push(text);
  const ended = bridge({ url: toEndpoint(address), key, fetch, input, output, report }, leaving.signal);
  t.after(() => leaving.abort());
  let text = '';
  output.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  const messages = () =>
    text.split('\n').flatMap((line): Message[] => (line === '' ? [] : [JSON.parse(line)]));
  return { input, ended, leaving, told, messages };
}
