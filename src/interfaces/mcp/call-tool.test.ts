import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../core/failure.ts';
import { callTool } from './mcp-server.ts';
import type { Tool } from './tools/tool.ts';

/** A tool whose behaviour the test sets. */
const toolThat = (call: Tool['call']) => ({ definition: {} as Tool['definition'], call });
const caller = { deps: {} as never, report: ({ message }: Failure) => `Reported: ${message}` };
const textOf = ({ content }: Awaited<ReturnType<typeof callTool>>) =>
  content[0]?.type === 'text' ? content[0].text : '';

test('an unexpected error is reported without its details', async () => {
  const tool = toolThat(() => Promise.reject(new TypeError('secret detail')));
  const result = await callTool({ tool, args: {} }, caller, new AbortController().signal);
  assert.equal(textOf(result).includes('secret'), false);
});

test('a service that stops tells its callers, even if a tool does not react', async () => {
  const stopping = new AbortController();
  const tool = toolThat(() => new Promise(() => undefined));
  const call = callTool({ tool, args: {} }, caller, stopping.signal);
  stopping.abort(new Failure('stopping', 'The service is stopping.'));
  const result = await call;
  assert.equal(result.isError, true);
  assert.match(textOf(result), /stopping\. Try again later\.$/);
});

test('a caller who has left gets no result', async () => {
  const leaving = new AbortController();
  const tool = toolThat(() => new Promise(() => undefined));
  const call = callTool({ tool, args: {} }, caller, leaving.signal);
  leaving.abort();
  await assert.rejects(call, { code: 'cancelled' });
});
