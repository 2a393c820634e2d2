import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { requireBuiltPage } from '../../../test/support/built-page.ts';
import { startOllamaServer } from '../../../test/support/ollama-server.ts';
import { offerModel } from './offer-model.ts';

requireBuiltPage();

const main = fileURLToPath(new URL('../../../bin/sayso.js', import.meta.url));

function terminal(isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  return { input, output };
}

test('only "y" or "yes" is a yes; Enter, the end of the input and silence are a no', async () => {
  for (const [typed, chosen] of [
    ['y\n', 'qwen3'],
    [' YES \r\n', 'qwen3'],
    ['\n', undefined],
    ['maybe\n', undefined],
  ] as const) {
    const { input, output } = terminal();
    input.write(typed);
    assert.equal(await offerModel(['qwen3', 'llama3'], { input, output }), chosen, typed);
    assert.match(String(output.read()), /qwen3 write the answers\? \[y\/N\] $/);
  }
  const ended = terminal();
  ended.input.end();
  assert.equal(await offerModel(['qwen3'], ended), undefined);
  assert.equal(await offerModel(['qwen3'], terminal(), 1), undefined);
});

const hasScript = spawnSync('script', ['--version']).status === 0;

/** Runs the demo in a pseudo-terminal; types `answer` when it is asked, and Ctrl+C when it listens. */
async function inTerminal(ollamaUrl: string, answer: string): Promise<string> {
  const command = `'${process.execPath}' '${main}' demo --offline`;
  const env = { PATH: process.env.PATH, PORT: '0', OLLAMA_HOST: ollamaUrl, TERM: 'dumb' };
  const child = spawn('script', ['-qec', command, '/dev/null'], { env });
  let out = '';
  let [hasAnswered, hasStopped] = [false, false];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (!hasAnswered && out.includes('[y/N]')) hasAnswered = child.stdin.write(answer);
    if (!hasStopped && /Open http:.*'/.test(out)) hasStopped = child.stdin.write('\x03');
  });
  await once(child, 'close');
  return out;
}

test('on a terminal the demo asks, and does as it is told', { skip: !hasScript }, async () => {
  await using ollama = await startOllamaServer([{ name: 'qwen3:4b' }]);
  const written = await inTerminal(ollama.url, 'y\n');
  assert.match(written, /Should its model qwen3:4b write the answers\? \[y\/N\]/);
  assert.match(written, /The model qwen3:4b writes the answers/);
});

test('without a terminal the demo starts at once and says how to use the model', async () => {
  await using ollama = await startOllamaServer([{ name: 'qwen3:4b' }]);
  const env = { PATH: process.env.PATH, PORT: '0', OLLAMA_HOST: ollama.url };
  const child = spawn(process.execPath, [main, 'demo', '--offline'], { env });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (out.includes('--model')) child.kill('SIGTERM');
  });
  await once(child, 'close');
  assert.doesNotMatch(out, /\[y\/N\]/);
  assert.match(out, /It uses no language model/);
  assert.match(out, /npm run demo -- --model qwen3:4b$/m);
});
