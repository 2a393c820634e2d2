import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedPort, serve } from '../../../test/support/local-server.ts';
import { findSearxng } from './find-searxng.ts';

const json = (reply: object) => JSON.stringify(reply);

test('the first server that answers like SearXNG is found, and no engine is asked', async () => {
  const asked: string[] = [];
  await using other = await serve((_, response) => response.end('<html>a home page</html>'));
  await using configured = await serve((request, response) => {
    asked.push(request.url ?? '');
    response.end(json({ engines: [], instance_name: 'mine' }));
  });
  await using searching = await serve((request, response) => {
    asked.push(request.url ?? '');
    const isSearch = request.url?.startsWith('/search?q=&') === true;
    response.writeHead(isSearch ? 400 : 404).end(isSearch ? json({ error: 'No query' }) : '');
  });
  const closed = `http://127.0.0.1:${await closedPort()}`;
  assert.equal(await findSearxng('0.0.0', [closed, other.url, configured.url]), configured.url);
  assert.equal(await findSearxng('0.0.0', [closed, searching.url]), searching.url);
  assert.equal(await findSearxng('0.0.0', [closed, other.url]), null);
  assert.deepEqual(asked, ['/config', '/config', '/search?q=&format=json']);
});
