import {
  begin,
  type ChatCall,
  type ChatScript,
  type ChatServer,
  chunk,
  DONE,
  startChatServer,
  usage,
} from './chat-server.ts';

export type ModelServer = AsyncDisposable & {
  /** Base URL for MODEL_BASE_URL. */
  readonly url: string;
  /** The number of completions requested. */
  readonly calls: number;
  /** The text of the last prompt, system and user messages together. */
  readonly prompt: string;
  /** Resolves when the first completion has ended in any way. */
  readonly dropped: Promise<void>;
  script: ChatScript;
};

/** Streams the pieces one by one and ends as a model does. */
export function streaming(...pieces: string[]): ChatScript {
  return (response) => {
    begin(response);
    for (const content of pieces) response.write(chunk({ content }));
    response.end(`${chunk({}, 'stop')}${usage(100, 20)}${DONE}`);
  };
}

/** Streams the pieces and then sends nothing more. */
export function streamingThenHanging(...pieces: string[]): ChatScript {
  return (response) => {
    begin(response);
    for (const content of pieces) response.write(chunk({ content }));
  };
}

/** Streams the pieces and then loses the connection. */
export function breakingOff(...pieces: string[]): ChatScript {
  return (response) => {
    begin(response);
    for (const content of pieces) response.write(chunk({ content }));
    setTimeout(() => response.destroy(), 20);
  };
}

/** Refuses with a status and an error body of the usual shape. */
export function refusing(status: number): ChatScript {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'upstream says no', type: 'x' } }));
  };
}

const usual = streaming('An axolotl is a ', '**salamander** [1', ']. It never grows up [2][9].');

/** Replies with this line if it is asked what to search for, and as `script` to everything else. */
export function querying(line: string, script: ChatScript = usual): ChatScript {
  return (response, call, count) => {
    const isQuery = promptOf(call).startsWith('Write what to search the web for');
    (isQuery ? streaming(line) : script)(response, call, count);
  };
}

/** A model server for the whole service, which answers normally until `script` is replaced. */
export async function startModelServer(script = usual): Promise<ModelServer> {
  const server = await startChatServer(
    (response, call, count) => running.script(response, call, count),
    ['scripted'],
  );
  const running: ModelServer = {
    url: server.url,
    get calls() {
      return server.calls.length;
    },
    get prompt() {
      return promptOf(server.calls.at(-1));
    },
    dropped: firstEnd(server),
    script,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return running;
}

async function firstEnd(server: ChatServer): Promise<void> {
  return (await server.nextCall()).closed;
}

function promptOf(call: ChatCall | undefined): string {
  const { messages } = (call?.body ?? { messages: [] }) as {
    messages: readonly { readonly content: string }[];
  };
  return messages.map(({ content }) => content).join('\n');
}
