import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { launchBrowser } from '../support/browser.ts';
import { serve } from '../support/local-server.ts';
import { startStage } from '../support/stage.ts';
import { covers } from './covers.ts';
import { ANSWER } from './stage.ts';

/** A page that has the library and nothing else. */
const page = `<!doctype html><title>Chat</title><script type="module" src="/openai.js"></script>`;

/** What the page's chat with a service says, whole and streamed; the error if there is none. */
type Chat = { readonly whole: string; readonly streamed: string };

declare global {
  interface Window {
    chat(baseURL: string, apiKey: string): Promise<Chat>;
  }
}

const source = `
  import OpenAI from 'openai';
  window.chat = async (baseURL, apiKey) => {
    const headers = { 'X-Title': 'Chat', 'HTTP-Referer': location.origin };
    const options = { baseURL, apiKey, maxRetries: 0, dangerouslyAllowBrowser: true };
    const { completions } = new OpenAI({ ...options, defaultHeaders: headers }).chat;
    const asked = { model: 'sayso', messages: [{ role: 'user', content: 'What is an axolotl?' }] };
    const orError = (work) => work().catch((error) => 'error: ' + (error.status ?? error.message));
    const whole = await orError(async () => (await completions.create(asked)).choices[0].message.content);
    const streamed = await orError(async () => {
      let text = '';
      for await (const chunk of await completions.create({ ...asked, stream: true }))
        text += chunk.choices[0]?.delta.content ?? '';
      return text;
    });
    return { whole, streamed };
  };`;

covers('openai', 'a chat in a web page of another origin, whole and streamed', async () => {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    ...{ bundle: true, write: false, format: 'esm', platform: 'browser' },
  });
  const library = outputFiles[0]?.text ?? '';
  await using site = await serve(({ url }, response) => {
    response.setHeader('content-type', url === '/openai.js' ? 'text/javascript' : 'text/html');
    response.end(url === '/openai.js' ? library : page);
  });
  const browser = await launchBrowser();
  const chatWith = async (url: string, key: string) => {
    const tab = await browser.newPage();
    await tab.goto(site.url);
    await tab.waitForFunction(() => 'chat' in window);
    const chat = await tab.evaluate(([to, apiKey]) => window.chat(to, apiKey), [`${url}/v1`, key] as const);
    await tab.close();
    return chat;
  };
  try {
    const all = { whole: ANSWER, streamed: ANSWER };
    await using listed = await startStage({ ALLOWED_ORIGINS: site.url });
    assert.deepEqual(await chatWith(listed.url, 'any'), all);
    await using both = await startStage({ ALLOWED_ORIGINS: 'http://127.0.0.1:*', API_KEYS: 'k' });
    assert.deepEqual(await chatWith(both.url, 'k'), all);
    await using keyed = await startStage({ API_KEYS: 'k' });
    assert.deepEqual(await chatWith(keyed.url, 'k'), all);
    assert.deepEqual(await chatWith(keyed.url, 'wrong'), { whole: 'error: 401', streamed: 'error: 401' });
    await using neither = await startStage();
    const refused = 'error: Connection error.';
    assert.deepEqual(await chatWith(neither.url, 'any'), { whole: refused, streamed: refused });
  } finally {
    await browser.close();
  }
});
