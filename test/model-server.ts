import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listen } from './listen.ts';

/** What the server does with a chat completion, given its parsed body. */
export type ModelScript = (
  response: ServerResponse,
  body: { readonly messages: readonly { readonly content: string }[] },
) => void;

export type ModelServer = AsyncDisposable & {
  /** Base URL for MODEL_BASE_URL. */
  readonly url: string;
  /** How many completions were asked for. */
  calls: number;
  /** The text of the last prompt, system and user together. */
  prompt: string;
  /** Resolves when a completion that was running has been dropped by its client. */
  readonly dropped: Promise<void>;
  script: ModelScript;
};

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`;
const usage = `data: ${JSON.stringify({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'scripted',
  choices: [],
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
})}\n\n`;

/** Streams the pieces and ends as a model does. */
export function streaming(...pieces: string[]): ModelScript {
  return (response) => {
    openStream(response);
    for (const content of pieces) response.write(chunk({ content }));
    response.end(`${chunk({}, 'stop')}${usage}data: [DONE]\n\n`);
  };
}

/** Streams the pieces and then says nothing more. */
export function streamingThenHanging(...pieces: string[]): ModelScript {
  return (response) => {
    openStream(response);
    for (const content of pieces) response.write(chunk({ content }));
  };
}

/** Refuses with a status and an error body of the usual shape. */
export function refusing(status: number): ModelScript {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'upstream says no', type: 'x' } }));
  };
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

/** A server that speaks OpenAI's streamed chat completions word for word as its script says. */
export async function startModelServer(
  script: ModelScript = streaming('An axolotl is a ', '**salamander** [1', ']. It never grows up [2][9].'),
): Promise<ModelServer> {
  const dropped = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'scripted', object: 'model' }] }));
      return;
    }
    running.calls++;
    response.on('close', () => {
      if (!response.writableFinished) dropped.resolve();
    });
    const body = JSON.parse(await textOf(request));
    running.prompt = body.messages.map((message: { content: string }) => message.content).join('\n');
    running.script(response, body);
  });
  const url = `${await listen(server)}/v1`;
  const running: ModelServer = {
    url,
    calls: 0,
    prompt: '',
    dropped: dropped.promise,
    script,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
  return running;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return text;
}
