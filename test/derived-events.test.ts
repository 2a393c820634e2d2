import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, type ChatScript, chunk, DONE, usage } from './support/chat-server.ts';
import { startModelServer, streaming, streamingThenHanging } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { startStage } from './support/stage.ts';

type Told = { readonly id: number; readonly event: string; readonly data: { [field: string]: unknown } };

/** The events of an answer, each as soon as it arrives. */
async function* eventsOf(url: string, parameters: string, headers = {}): AsyncGenerator<Told> {
  const address = `${url}/api/v1/query?q=What%20is%20an%20axolotl%3F&${parameters}`;
  const response = await fetch(address, { headers: { accept: 'text/event-stream', ...headers } });
  assert.ok(response.body);
  let text = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const frames = (text + piece).split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const match = /^id: (\d+)\nevent: ([\w-]+)\ndata: (.*)$/.exec(frame);
      assert.ok(match, frame);
      yield { id: Number(match[1]), event: match[2] ?? '', data: JSON.parse(match[3] ?? '') };
    }
  }
  assert.equal(text, '');
}

/** All events, with checks of the properties that every stream with sentences has. */
async function listen(url: string, headers = {}): Promise<readonly Told[]> {
  const told = await Array.fromAsync(
    eventsOf(url, 'events=sentence,answer-end,timing&heartbeat=off', headers),
  );
  assert.deepEqual(
    told.map(({ id }) => id),
    told.map((_, at) => at + 1),
  );
  const sentences = told.filter(({ event }) => event === 'sentence');
  assert.deepEqual(
    sentences.map(({ data }) => data.index),
    sentences.map((_, at) => at),
  );
  assert.deepEqual(
    told.filter(({ event }) => event !== 'sentence').map(({ event }) => event),
    ['timing', 'answer-end'],
  );
  return told;
}

const speechOf = (told: readonly Told[]) =>
  told.map(({ event, data }) => (event === 'sentence' ? data.text : '')).join('');

const SCRIPTS: Readonly<Record<string, ChatScript>> = {
  'a short answer': streaming('An axolotl is a ', '**salamander** [1', ']. It never grows up [2][9].'),
  'an answer of many blocks': streaming(
    '# Axo',
    'lotl\n\nIt costs $5.50',
    ', e.g. in Mexico. See [the lake](https://lake.test).\n\n',
    '- one\n- two. And',
    ' more\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nIt is [large][l].\n\n[l]: https://l.test\n',
  ),
  'an answer cut within a sentence': streamingThenHanging('It is a *salamander* [1]. It never gro'),
  'an answer cut within a list': streamingThenHanging('It has:\n\n- gills. Four legs', '.\n- a **ta'),
  'a model that says nothing': streamingThenHanging(),
};

test('the sentences of a stream are exactly its speakable text, even if the answer is cut', async () => {
  await using on = await startStage();
  for (const [name, script] of Object.entries(SCRIPTS)) {
    on.model.script = script;
    const told = await listen(on.url, { prefer: 'wait=1' });
    const speech = told.at(-1)?.data.speakable_text;
    assert.ok(typeof speech === 'string' && speech !== '', name);
    assert.equal(speechOf(told), speech, name);
  }
});

test('the first sentence comes while the model still writes', async () => {
  const finish = Promise.withResolvers<void>();
  await using search = await startSearchServer();
  await using model = await startModelServer(async (response) => {
    begin(response);
    response.write(chunk({ content: 'It is a salamander [1]. It never grows ' }));
    await finish.promise;
    response.end(`${chunk({ content: 'up.' })}${chunk({}, 'stop')}${usage(1, 1)}${DONE}`);
  });
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url });
  const texts: unknown[] = [];
  for await (const { event, data } of eventsOf(service.url, 'events=sentence')) {
    assert.equal(event, 'sentence');
    texts.push(data.text);
    finish.resolve();
  }
  assert.deepEqual(texts, ['It is a salamander.', ' It never grows up.']);
});

test('the blocks of a stream are the HTML of its answer, also with a definition or cut', async () => {
  await using on = await startStage();
  for (const [name, script] of Object.entries(SCRIPTS)) {
    on.model.script = script;
    const response = await fetch(`${on.url}/api/ask?events=answer-block,answer-end`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', prefer: 'wait=1' },
      body: '{"query":"What is an axolotl?"}',
    });
    const shown: string[] = [];
    for (const [, data = ''] of (await response.text()).matchAll(/^data: (.*)$/gm)) {
      const { index, html, html_answer } = JSON.parse(data);
      if (html_answer === undefined) shown[index] = html;
      else assert.equal(shown.join(''), html_answer, name);
    }
    assert.ok(shown.length > 0, name);
    if (name === 'an answer of many blocks') assert.match(shown.join(''), /It is \[large\]\[l\]/);
  }
});

test('the marked blocks of a stream are its HTML, with the sentences of its verdicts marked', async () => {
  await using on = await startStage();
  const bare = (text: unknown) => String(text).replace(/<[^>]*>|\s/g, '');
  for (const [name, script] of Object.entries(SCRIPTS)) {
    on.model.script = script;
    const response = await fetch(`${on.url}/api/ask?events=marked-block,statement,answer-end`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', prefer: 'wait=1' },
      body: '{"query":"What is an axolotl?"}',
    });
    const shown: string[] = [];
    const statements: string[] = [];
    let end = '';
    for (const [, event, data = ''] of (await response.text()).matchAll(/^event: (.*)\ndata: (.*)$/gm)) {
      const { index, html, citations, text, html_answer } = JSON.parse(data);
      if (event === 'marked-block') {
        shown[index] = html;
        const links = Array.from(html.matchAll(/>\[(\d)\]<\/a>/g), (link: string[]) => Number(link[1]));
        assert.deepEqual(citations, links);
      }
      if (event === 'statement') statements[index] = text;
      if (event === 'answer-end') end = html_answer;
    }
    const marked = shown.join('');
    assert.equal(marked.replace(/<\/?span[^>]*>/g, ''), end, name);
    assert.ok(statements.length > 0, name);
    for (const [index, text] of statements.entries()) {
      const parts = marked.matchAll(new RegExp(`<span data-statement="${index}">(.*?)</span>`, 'gs'));
      assert.equal(bare([...parts].map(([part]) => part).join('')), bare(text), `${name}: ${text}`);
    }
  }
});
