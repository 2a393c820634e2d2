// Compares the service's MCP messages with the schemas that the specification publishes, for each version.
// `npm run bench -- mcp-schemas --data FOLDER`, where FOLDER has `schema-2025-06-18.json` and the others.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Ajv, type AnySchemaObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { McpCaller, type Message, NEW } from '../test/support/mcp-caller.ts';
import { startModelServer } from '../test/support/model-server.ts';
import { startSearchServer } from '../test/support/search-server.ts';
import { startTestService } from '../test/support/service.ts';

const VERSIONS = ['2025-06-18', '2025-11-25', NEW];
const TOOLS = ['ask', 'search', 'context', 'fetch'];

const { values } = parseArgs({ options: { data: { type: 'string' } } });
if (values.data === undefined) throw new Error('--data FOLDER is missing: the folder of the schemas');
const folder = values.data;

/** Checks a value against a definition; empty if it matches. */
type Check = (definition: string, value: unknown) => string;

function checkFor(version: string): Check {
  const schema: AnySchemaObject = JSON.parse(readFileSync(join(folder, `schema-${version}.json`), 'utf8'));
  const ajv = '$defs' in schema ? new Ajv2020({ strict: false }) : new Ajv({ strict: false });
  formats.default(ajv);
  ajv.addSchema(schema, 'mcp');
  const place = '$defs' in schema ? '$defs' : 'definitions';
  return (definition, value) => {
    const validate = ajv.getSchema(`mcp#/${place}/${definition}`);
    if (validate === undefined) throw new Error(`${version} has no ${definition}`);
    return validate(value) === true ? '' : ajv.errorsText(validate.errors);
  };
}

/**
 * The messages that a client of a version gets in an ordinary conversation, with the definition that each
 * must match.
 */
async function* conversation(caller: McpCaller, version: string): AsyncGenerator<[string, unknown]> {
  const isNew = version === NEW;
  const hello = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
  const begun = await caller.ask(isNew ? 'server/discover' : 'initialize', isNew ? {} : hello);
  yield [isNew ? 'DiscoverResult' : 'InitializeResult', begun.result];
  yield ['ListToolsResult', (await caller.ask('tools/list')).result];
  for (const name of TOOLS) {
    const args = name === 'fetch' ? { url: 'https://example.org/' } : { query: `What is ${name}?` };
    const call = { name, arguments: args, _meta: { progressToken: name } };
    const messages = await caller.messages('tools/call', call);
    for (const message of messages) yield* each(message, version);
  }
  yield* each(await caller.ask('tools/call', { name: 'guess', arguments: {} }), version);
}

function* each(message: Message, version: string): Generator<[string, unknown]> {
  yield ['JSONRPCMessage', message];
  if (message.result !== undefined) yield ['CallToolResult', message.result];
  else if (message.error === undefined) yield ['ProgressNotification', message];
  else yield [version === '2025-06-18' ? 'JSONRPCError' : 'JSONRPCErrorResponse', message];
}

await using search = await startSearchServer();
await using model = await startModelServer();
await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url });
let wrong = 0;
for (const version of VERSIONS) {
  const check = checkFor(version);
  const counts = new Map<string, number>();
  for await (const [definition, value] of conversation(new McpCaller(service.url, version), version)) {
    const fault = check(definition, value);
    counts.set(definition, (counts.get(definition) ?? 0) + 1);
    if (fault === '') continue;
    wrong++;
    console.log(`${version} ${definition}: ${fault}\n  ${JSON.stringify(value).slice(0, 300)}`);
  }
  console.log(`${version}: ${[...counts].map(([name, count]) => `${count} ${name}`).join(', ')}`);
}
console.log(wrong === 0 ? 'every message matches its schema' : `${wrong} do not match`);
process.exitCode = wrong === 0 ? 0 : 1;
