import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { withStatus } from '../support/search-server.ts';
import { startStage } from '../support/stage.ts';
import { covers } from './covers.ts';
import { ANSWER, SOURCES } from './stage.ts';

/** A message of Node-RED's flows. */
type Message = { payload?: unknown; url?: string; headers?: object; statusCode?: number };
type Node = EventEmitter & Readonly<Record<'status' | 'warn' | 'error' | 'metric', () => void>>;
type NodeType = new (settings: object) => Node;

/** The node "http request", unmodified. Of the editor and the flows, it gets only what it calls. */
async function loadNode(): Promise<NodeType> {
  const types = new Map<string, NodeType>();
  const quiet = () => undefined;
  const say = (text: string) => assert.fail(text);
  const editor = {
    nodes: {
      createNode: (node: Node, { credentials }: { credentials?: object }) =>
        Object.assign(node, { credentials, status: quiet, metric: quiet, warn: say, error: say }),
      getNode: () => null,
      registerType(name: string, type: NodeType) {
        Object.setPrototypeOf(type.prototype, EventEmitter.prototype);
        types.set(name, type);
      },
    },
    settings: {},
    log: { warn: say },
    _: String,
  };
  const require = createRequire(import.meta.url);
  await require('@node-red/nodes/core/network/21-httprequest.js')(editor);
  return types.get('http request') ?? assert.fail('There is no such node');
}

const HttpRequest = await loadNode();

/** What the node sends on for a message. */
function through(settings: object, message: Message): Promise<Message> {
  const node = new HttpRequest({ ret: 'obj', method: 'GET', headers: [], ...settings });
  return new Promise((resolve) => node.emit('input', message, resolve, () => undefined));
}

const payloadOf = ({ payload }: Message) => Object(payload);

covers('@node-red/nodes', '*http request*: `GET /api/v1/query`, `POST /api/ask`', async () => {
  await using on = await startStage();
  const query = { query: 'What is an axolotl?' };
  const spoken = await through(
    { url: `${on.url}/api/v1/query`, paytoqs: 'query' },
    { payload: { q: query.query } },
  );
  assert.equal(payloadOf(spoken).speakable_text, 'An axolotl is a salamander. It never grows up.');
  const asked = await through({ url: `${on.url}/api/ask`, method: 'POST' }, { payload: query });
  assert.equal(asked.statusCode, 200);
  assert.equal(payloadOf(asked).answer, ANSWER);
});

covers('@node-red/nodes', '*http request*: chat completion with a key; search; errors', async () => {
  await using on = await startStage({ API_KEYS: 'right-key-1' });
  const messages = [{ role: 'user', content: 'What is an axolotl?' }];
  const chat = { url: `${on.url}/v1/chat/completions`, method: 'POST' };
  const keyed = { ...chat, authType: 'bearer', credentials: { password: 'right-key-1' } };
  const completion = await through(keyed, { payload: { model: 'sayso', messages } });
  assert.equal(payloadOf(completion).choices[0].message.content, ANSWER);
  const refused = await through(chat, { payload: { model: 'sayso', messages } });
  assert.equal(refused.statusCode, 401);
  assert.match(payloadOf(refused).error.message, /key/);
  const search = { ...keyed, url: `${on.url}/search`, method: 'POST' };
  const found = await through(search, { payload: { query: 'axolotl' } });
  assert.deepEqual(
    payloadOf(found).results.map(({ url }: { url: string }) => url),
    SOURCES,
  );
  on.search.script = withStatus(500);
  assert.equal((await through(search, { payload: { query: 'Who feeds a quokka?' } })).statusCode, 502);
});
