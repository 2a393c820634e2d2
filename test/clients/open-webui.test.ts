import assert from 'node:assert/strict';
import { breakingOff, refusing, streaming } from '../support/model-server.ts';
import { withStatus } from '../support/search-server.ts';
import { startStage } from '../support/stage.ts';
import { replays } from './covers.ts';
import { type RequestFacts, readFacts, valuesAt } from './facts.ts';
import { readEvents, readJson, send, textAt } from './replay.ts';
import { ANSWER, SOURCES, stageWithPage } from './stage.ts';

type Asked =
  | 'models'
  | 'question'
  | 'question with functions'
  | 'title'
  | 'web search: searxng'
  | 'web search: external'
  | 'web loader: external'
  | 'reranker: external'
  | 'tools: OpenAPI';

const facts = readFacts<{ requests: Record<Asked, RequestFacts> }>('open-webui');
const { requests } = facts;
const query = 'What is an axolotl?';
const messages = [{ role: 'user', content: query }];

/** What Open WebUI shows of a stream: the text, the sources in the order of the annotations, the error. */
function shown(chunks: readonly unknown[]) {
  const text = chunks.map((chunk) => textAt(chunk, 'choices[].delta.content')).join('');
  const annotations = chunks.flatMap((chunk) => valuesAt(chunk, 'choices[].delta.annotations[]'));
  const cited = annotations.filter((each) => textAt(each, 'type') === 'url_citation');
  const sources = [...new Set(cited.map((each) => textAt(each, 'url_citation.url')))];
  const titles = cited.map((each) => textAt(each, 'url_citation.title'));
  // An error is only looked for in a chunk without choices.
  const errors = chunks.filter((chunk) => valuesAt(chunk, 'choices[]')[0] === undefined);
  return { text, sources, titles, error: errors.map((each) => textAt(each, 'error.message')).join('') };
}

async function ask(url: string, asked: Asked, values: object) {
  return shown(await readEvents(await send(url, requests[asked], { messages, ...values })));
}

replays(facts, 'list of models, with a right and a wrong key', async () => {
  await using on = await startStage({ API_KEYS: 'right-key-1' });
  const models = await send(on.url, requests.models, { key: 'right-key-1' });
  assert.ok(valuesAt(await readJson(models, requests.models), 'data[].id').includes('sayso'));
  const refused = await send(on.url, requests.models, { key: 'wrong' });
  assert.equal(refused.status, 401);
  assert.match(textAt(await refused.json(), 'error.message'), /key/);
});

replays(facts, 'streamed answer with sources', async () => {
  await using on = await startStage();
  const { text, sources, titles, error } = await ask(on.url, 'question', {});
  assert.equal(text, ANSWER);
  assert.deepEqual(sources, SOURCES);
  assert.ok(titles.every((title) => title !== ''));
  assert.equal(error, '');
});

replays(facts, 'a citation `[n]` opens source n, also if source 2 is cited before source 1', async () => {
  await using on = await startStage();
  for (const answer of ['It never grows up [2]. It is a salamander [1].', 'It never grows up [2].']) {
    on.model.script = streaming(answer);
    const { text, sources } = await ask(on.url, 'question', {
      messages: [{ role: 'user', content: `What is an axolotl, ${answer.length}?` }],
    });
    for (const [, number] of text.matchAll(/\[(\d)\]/g))
      assert.equal(sources[Number(number) - 1], SOURCES[Number(number) - 1], `[${number}] of ${text}`);
  }
});

replays(facts, 'follow-up question', async () => {
  await using on = await startStage();
  on.model.script = streaming('In Mexico [1].');
  const { text } = await ask(on.url, 'question', {
    messages: [
      { role: 'system', content: 'Answer briefly.' },
      ...messages,
      { role: 'assistant', content: ANSWER },
      { role: 'user', content: 'Where does it live?' },
    ],
  });
  assert.equal(text, 'In Mexico [1].');
  assert.match(on.model.prompt, /What is an axolotl\?/);
});

replays(facts, 'answer from the web when Open WebUI also offers functions', async () => {
  await using on = await startStage();
  const { text, sources } = await ask(on.url, 'question with functions', {});
  assert.equal(text, ANSWER);
  assert.deepEqual(sources, SOURCES);
});

replays(facts, 'errors: model and search fail, or the model stops in the middle of an answer', async () => {
  await using on = await startStage();
  on.model.script = breakingOff('An axolotl is a salamander [1]. It never gro');
  const { text } = await ask(on.url, 'question', {});
  assert.match(text, /^An axolotl is a salamander \[1\]\..* /s);
  on.model.script = refusing(500);
  on.search.script = withStatus(500);
  const failed = await send(on.url, requests.question, {
    messages: [{ role: 'user', content: 'What is a quokka?' }],
  });
  // Of a status above 399, Open WebUI shows the JSON body, whatever the content type is.
  assert.ok(failed.status >= 500);
  assert.match(textAt(await failed.json(), 'error.message'), /search|model/i);
});

replays(facts, 'title, tags and follow-up questions of a chat, without a search', async () => {
  await using on = await startStage();
  for (const [wanted, written] of [
    ['a concise title for the chat, with an emoji', { title: 'Axolotls at a glance' }],
    ['1-3 broad tags categorizing the main themes of the chat', { tags: ['Science'] }],
    ['3-5 follow-up questions that the user might ask next', { follow_ups: ['Where do they live?'] }],
  ] as const) {
    on.model.script = streaming(JSON.stringify(written));
    const task = `### Task:\nGenerate ${wanted}.\n### Output:\nJSON format: ${JSON.stringify(written)}`;
    const history = `<chat_history>\nUSER: ${query}\nASSISTANT: ${ANSWER}\n</chat_history>`;
    const content = `${task}\n### Chat History:\n${history}`;
    const response = await send(on.url, requests.title, { messages: [{ role: 'user', content }] });
    const text = textAt(await readJson(response, requests.title), 'choices[].message.content');
    // Open WebUI reads the object from the first brace to the last.
    assert.deepEqual(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)), written);
  }
  // The service looks at the search once when it starts, with an empty question.
  assert.deepEqual(on.search.asked.filter(Boolean), []);
});

replays(facts, 'web search with `searxng` and `external`', async () => {
  await using on = await startStage();
  for (const [asked, path] of [
    ['web search: searxng', 'results[].url'],
    ['web search: external', '[].link'],
  ] as const) {
    const reply = await readJson(await send(on.url, requests[asked], { query }), requests[asked]);
    assert.deepEqual(valuesAt(reply, path), SOURCES, asked);
  }
  on.search.script = withStatus(500);
  const external = await send(on.url, requests['web search: external'], { query: 'Who feeds a quokka?' });
  assert.ok(external.status >= 500);
});

replays(facts, 'external web loader', async () => {
  await using on = await stageWithPage();
  const loader = requests['web loader: external'];
  const reply = await readJson(await send(on.url, loader, { page: on.page }), loader);
  assert.match(textAt(reply, '[].page_content'), /grow a lost leg/);
  assert.equal(textAt(reply, '[].metadata.source'), on.page);
});

replays(facts, 'external reranker', async () => {
  await using on = await startStage();
  const documents = ['Trains run on rails.', 'An axolotl is a salamander.', 'An axolotl eats worms.'];
  const reranker = requests['reranker: external'];
  const response = await send(on.url, reranker, { query: 'axolotl salamander', documents });
  const reply = await readJson(response, reranker);
  // It sorts the results by their index, and needs one for each document.
  const [order, scores] = ['index', 'relevance_score'].map((name) => valuesAt(reply, `results[].${name}`));
  assert.deepEqual(order?.toSorted(), [0, 1, 2]);
  assert.equal(order?.[scores?.indexOf(Math.max(...scores.map(Number))) ?? -1], 1);
});

replays(facts, 'OpenAPI document of the tools', async () => {
  await using on = await startStage();
  const document = await readJson(
    await send(on.url, requests['tools: OpenAPI'], {}),
    requests['tools: OpenAPI'],
  );
  const { paths } = document as { paths: Record<string, Record<string, { operationId?: string }>> };
  const names = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  assert.ok(names.every((name) => /^\w{1,64}$/.test(name ?? '')));
});
