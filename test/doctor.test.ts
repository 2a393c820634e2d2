import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock, test } from 'node:test';
import { doctorCommand } from '../src/commands/doctor.ts';
import { loadSettings, readEnvironment } from '../src/config/load.ts';
import { examine } from '../src/service/assemble.ts';
import { closedPort } from './support/local-server.ts';
import { refusing, startModelServer } from './support/model-server.ts';
import { startSearchServer, withResults, withStatus } from './support/search-server.ts';

const WITHOUT_THIRD = { SEARCH_TERTIARY_URL: 'off' };

/** Runs the command with these settings and no others, in this process. */
async function doctor(settings: Readonly<Record<string, string>>) {
  const before = process.env;
  const print = mock.method(console, 'log', () => undefined);
  process.env = { ...WITHOUT_THIRD, ...settings };
  try {
    const status = await doctorCommand(
      [],
      async (signal) => {
        const { warnings } = loadSettings(readEnvironment());
        return { warnings, diagnoses: await examine('0.0.0-test', signal) };
      },
      new AbortController().signal,
    );
    return { status, lines: print.mock.calls.flatMap(({ arguments: [line] }) => String(line).split('\n')) };
  } finally {
    process.env = before;
    print.mock.restore();
  }
}

test('without problems, the doctor prints one line for each, with status 0', async () => {
  await using search = await startSearchServer();
  await using model = await startModelServer();
  const { status, lines } = await doctor({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'scripted',
  });
  assert.equal(status, 0, lines.join('\n'));
  assert.equal(lines.length, 2);
  assert.match(
    lines[0] ?? '',
    /^ok +primary \(searxng at http:\/\/127\.0\.0\.1:\d+\): it found something .* in \d+ ms\.$/,
  );
  assert.match(lines[1] ?? '', /^ok +model scripted \(openai-compatible at http:.+\): it began to write/);
  const searches = search.asked.filter((question) => question !== '').length;
  assert.deepEqual([searches, model.calls], [1, 2], 'the second call shows whether long prompts are cut');
});

test('a slot that finds nothing gets a note with a remedy and does not count as wrong', async () => {
  await using search = await startSearchServer(withResults([]));
  const { status, lines } = await doctor({ SEARCH_PRIMARY_URL: search.url, MODEL_PROVIDER: 'extractive' });
  assert.equal(status, 0, lines.join('\n'));
  assert.match(lines[0] ?? '', /^note +primary .*has nothing for .* ms\. Remedy: search at /);
  assert.match(lines[0] ?? '', / at SEARCH_PRIMARY_URL yourself; .*engines are blocked/);
  assert.match(lines[1] ?? '', /^ok +model \(extractive\)/);
});

test('does not use up the calls that a limiter allows: it reads the page and advises on JSON', async () => {
  const article = '<article class="result"><h3><a href="https://a.test/">A</a></h3></article>';
  const offer = '<form><input type="hidden" name="format" value="json"></form>';
  let calls = 0;
  await using search = await startSearchServer((response, request) => {
    const url = request.url ?? '';
    if (url.startsWith('/config') && request.headers['user-agent'] === 'unknown') {
      // The limiter refuses this name to everybody who is not in `pass_ip`.
      response.writeHead(429, { 'content-type': 'text/html' }).end('Too Many Requests');
    } else if (url.startsWith('/config')) {
      response.setHeader('content-type', 'application/json').end('{"limiter":{"enabled":true}}');
    } else if (url.includes('format=json')) {
      calls++;
      response.writeHead(429, { 'content-type': 'text/html' }).end('Too Many Requests');
    } else {
      const html = `<div id="apis">${offer}</div><div id="urls">${article}</div>`;
      response.setHeader('content-type', 'text/html').end(html);
    }
  });
  const { status, lines } = await doctor({ SEARCH_PRIMARY_URL: search.url, MODEL_PROVIDER: 'extractive' });
  assert.equal(status, 0, lines.join('\n'));
  assert.equal(calls, 0);
  assert.match(lines[0] ?? '', /^note +primary .*found something.*Remedy: its limiter is on.*pass_ip/);
});

test('an unreachable third slot is reported as optional', async () => {
  const { status, lines } = await doctor({
    SEARCH_TERTIARY_URL: 'http://127.0.0.1:9',
    MODEL_PROVIDER: 'extractive',
  });
  assert.equal(status, 1);
  assert.match(
    lines[0] ?? '',
    /^wrong +tertiary .*Remedy: start it, .*do without this slot: SEARCH_TERTIARY_URL=off/,
  );
});

test('a line names the settings of its own slot, and keeps the colons of a cause', async () => {
  await using search = await startSearchServer(withStatus(401));
  await using empty = await startSearchServer(withResults([], [['one: two', 'CAPTCHA']]));
  const { lines } = await doctor({
    SEARCH_PRIMARY_URL: empty.url,
    SEARCH_SECONDARY_KIND: 'brave',
    SEARCH_SECONDARY_URL: search.url,
    SEARCH_SECONDARY_KEY: 'k',
    MODEL_PROVIDER: 'extractive',
  });
  assert.match(lines[0] ?? '', /^wrong +primary .*one: two.*\. Remedy: wait until its engines/);
  assert.match(lines[1] ?? '', /^wrong +secondary .*key \(401\)\. Remedy: check SEARCH_SECONDARY_KEY$/);
});

test('a SearXNG without JSON, no server and a refused key are reported with cause and remedy', async () => {
  await using search = await startSearchServer(withStatus(403));
  await using model = await startModelServer(refusing(401));
  const { status, lines } = await doctor({
    SEARCH_PRIMARY_URL: search.url,
    SEARCH_SECONDARY_URL: `http://user:PASSWORD@127.0.0.1:${await closedPort()}`,
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'scripted',
    MODEL_API_KEY: 'SECRETKEY',
  });
  assert.equal(status, 1);
  assert.equal(lines.length, 3);
  assert.match(lines[0] ?? '', /^wrong +primary .*403.* Remedy: .*json/);
  assert.match(lines[1] ?? '', /^wrong +secondary .*refused.* Remedy: start it, or .*SEARCH_SECONDARY_URL/);
  assert.match(lines[2] ?? '', /^wrong +model scripted .*key was not accepted.* Remedy: set MODEL_API_KEY/);
  assert.doesNotMatch(lines.join('\n'), /SECRETKEY|PASSWORD/);
});

test('a base URL without its version is reported with the one that works', async () => {
  await using search = await startSearchServer();
  const server = createServer((request, response) => {
    const isList = request.url === '/v1/models';
    response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' });
    response.end(isList ? '{"object":"list","data":[{"id":"gemma3"}]}' : '{"detail":"Not Found"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const settings = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: url, MODEL_NAME: 'gemma3' };
    const { lines } = await doctor({ ...settings, MODEL_PROVIDER: 'openai-compatible' });
    assert.match(lines[1] ?? '', new RegExp(`^wrong +model .*Remedy: try MODEL_BASE_URL=${url}/v1$`));
    const other = await doctor({ ...settings, MODEL_PROVIDER: 'ollama' });
    assert.match(other.lines[1] ?? '', /Remedy: set MODEL_BASE_URL to the address of Ollama/);
  } finally {
    server.close();
  }
});

test('the second model is checked, too, with its own settings', async () => {
  await using search = await startSearchServer();
  await using model = await startModelServer();
  const { status, lines } = await doctor({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'scripted',
    MODEL_FALLBACK_BASE_URL: `http://127.0.0.1:${await closedPort()}/v1`,
    MODEL_FALLBACK_NAME: 'spare',
  });
  assert.equal(status, 1);
  assert.match(lines[1] ?? '', /^ok +model scripted/);
  assert.match(lines[2] ?? '', /^wrong +model spare .* Remedy: .*MODEL_FALLBACK_BASE_URL/);
});

test('a missing configuration is reported', async () => {
  const { status, lines } = await doctor({});
  assert.equal(status, 1);
  assert.match(lines[0] ?? '', /^wrong +search: .*SEARCH_PRIMARY_URL/);
  assert.match(lines[1] ?? '', /^wrong +model: none is configured.* Remedy: set MODEL_PROVIDER/);
});

test('every mistake in the settings is printed, and every warning', async () => {
  const mistaken = await doctor({ PORT: 'eighty', SEARCH_PRIMARY_URL: 'nonsense' });
  assert.equal(mistaken.status, 1);
  assert.deepEqual(
    mistaken.lines.map((line) => /^wrong {2}settings: (\w+):/.exec(line)?.[1]),
    ['PORT', 'SEARCH_PRIMARY_URL'],
  );
  const warned = await doctor({ MODEL_NAME: 'alone' });
  assert.match(warned.lines[0] ?? '', /^note +MODEL_NAME is set, but/);
});
