import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { EXAMPLE_QUESTIONS } from '../src/commands/demo.ts';
import { launchBrowser } from './support/browser.ts';
import { requireBuiltPage } from './support/built-page.ts';

const main = fileURLToPath(new URL('../bin/sayso.js', import.meta.url));
const ADDRESS = /^Open (http:\S+)/m;

/**
 * Loaded before the program: writes to standard error which other machines it connects to and which names it
 * looks up. Ollama is looked for on this machine only.
 */
const WATCH_CALLS = `
  const net = require('node:net'), dns = require('node:dns');
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function (...args) {
    const call = JSON.stringify(args[0]);
    if (!/"host":"(?:localhost|127\\.0\\.0\\.1)"/.test(call)) process.stderr.write('CALLED ' + call + '\\n');
    return connect.apply(this, args);
  };
  for (const module of [dns, dns.promises]) {
    const { lookup } = module;
    module.lookup = function (name, ...rest) {
      if (name !== '127.0.0.1' && name !== 'localhost') process.stderr.write('CALLED ' + name + '\\n');
      return lookup.call(this, name, ...rest);
    };
  }
`;

type Demo = AsyncDisposable & { readonly url: string; readonly output: () => string };

/** The demo in a separate process, listening. */
async function startDemo(args: readonly string[], settings: Readonly<Record<string, string>>): Promise<Demo> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'sayso-demo-'));
  const watch = join(folder.path, 'watch.cjs');
  await writeFile(watch, WATCH_CALLS);
  const child: ChildProcess = spawn(process.execPath, ['--require', watch, main, 'demo', ...args], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...settings },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
  const closed = once(child, 'close');
  while (!ADDRESS.test(output)) {
    assert.equal(child.exitCode, null, output);
    await Promise.race([once(child.stdout ?? child, 'data'), closed]);
  }
  return {
    url: ADDRESS.exec(output)?.[1] ?? '',
    output: () => output,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await closed;
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function ask(url: string, question: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/query?q=${encodeURIComponent(question)}`);
  const body: unknown = await response.json();
  assert.ok(typeof body === 'object' && body !== null);
  return String(Reflect.get(body, 'answer_markdown') ?? Reflect.get(body, 'answer') ?? '');
}

let offline: Demo;
let browser: Browser;
before(async () => {
  requireBuiltPage();
  [offline, browser] = await Promise.all([startDemo(['--offline'], {}), launchBrowser()]);
});
after(async () => {
  await offline?.[Symbol.asyncDispose]();
  await browser?.close();
});

test('--offline is named in the first lines, answers the examples, calls no other machine', async () => {
  assert.match(
    offline.output(),
    /Nothing leaves this machine\.\nYou can ask: .+\nOpen http:\S+ in a browser, or run: curl '.+'\n/,
  );
  const expected = [/German/, /126,919,659/, /web framework/];
  for (const [at, question] of EXAMPLE_QUESTIONS.entries()) {
    const answer = await ask(offline.url, question);
    assert.match(answer, expected[at] ?? /^$/, question);
  }
  assert.doesNotMatch(offline.output(), /CALLED/);
});

test('the page of the demo shows the questions that the demo answers', async () => {
  const page = await browser.newPage();
  await page.goto(offline.url);
  const shown = page.locator('.example a');
  await shown.first().waitFor();
  assert.deepEqual(await shown.allTextContents(), EXAMPLE_QUESTIONS);
  await shown.first().click();
  await page.getByText('German').first().waitFor();
  await page.close();
});

test('the page of the demo says that it searches documents, and promises no web and no model', async () => {
  const page = await browser.newPage({ locale: 'en' });
  await page.goto(offline.url);
  await page.getByRole('heading', { name: 'Ask these documents.' }).waitFor();
  await page.getByText('Your question is sent only to this service.').waitFor();
  const text = await page.locator('body').innerText();
  assert.doesNotMatch(text, /search engines|language model|the web/i);
  await page.close();
  const german = await browser.newPage({ locale: 'de' });
  await german.goto(offline.url);
  await german.getByRole('heading', { name: 'Frag diese Dokumente.' }).waitFor();
  await german.close();
});
