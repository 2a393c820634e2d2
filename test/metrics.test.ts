import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startModelServer, streamingThenHanging } from './support/model-server.ts';
import { startSearchServer, withStatus } from './support/search-server.ts';
import { startTestService, type TestService } from './support/service.ts';
import { until } from './support/until.ts';

const scrape = async ({ url }: TestService, headers: Record<string, string> = {}) =>
  (await fetch(`${url}/metrics`, { headers })).text();

/** The value of exactly this series; undefined if there is none. */
function seriesOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

async function servedOnce() {
  const search = await startSearchServer();
  const broken = await startSearchServer(withStatus(500));
  const model = await startModelServer();
  const service = await startTestService({
    SEARCH_PRIMARY_URL: broken.url,
    SEARCH_SECONDARY_URL: search.url,
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'scripted',
    ANSWER_CACHE_SECONDS: '300',
  });
  const reply = await fetch(`${service.url}/api/v1/query?q=What+is+an+axolotl%3F`);
  assert.equal(reply.status, 200);
  await reply.text();
  return {
    service,
    async [Symbol.asyncDispose]() {
      await service.stop();
      await Promise.all([search, broken, model].map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

test('an answer is counted: outcome, time, tokens, slots and their breakers', async () => {
  await using served = await servedOnce();
  const text = await scrape(served.service);
  assert.equal(
    seriesOf(text, 'sayso_answer_duration_seconds_count{outcome="grounded",from_cache="false"}'),
    1,
  );
  assert.equal(seriesOf(text, 'sayso_answer_time_to_first_text_seconds_count'), 1);
  const call = 'gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="scripted"';
  assert.equal(seriesOf(text, `gen_ai_client_operation_duration_seconds_count{${call},error_type=""}`), 1);
  assert.equal(seriesOf(text, `gen_ai_client_token_usage_sum{${call},gen_ai_token_type="input"}`), 100);
  assert.equal(seriesOf(text, `gen_ai_client_token_usage_sum{${call},gen_ai_token_type="output"}`), 20);
  const search = 'sayso_search_duration_seconds_count';
  assert.equal(seriesOf(text, `${search}{search_engine="1",outcome="failed"}`), 1);
  assert.equal(seriesOf(text, `${search}{search_engine="2",outcome="ok"}`), 1);
  assert.equal(seriesOf(text, 'sayso_search_breaker_state{search_engine="2",state="closed"}'), 1);
  assert.equal(seriesOf(text, 'sayso_search_breaker_state{search_engine="2",state="open"}'), 0);
  assert.equal(seriesOf(text, 'sayso_cache_lookups_total{cache="answers",outcome="miss"}'), 1);
  assert.equal(seriesOf(text, 'sayso_queue_wait_seconds_count{outcome="admitted"}'), 1);
  const request =
    'http_server_request_duration_seconds_count{http_request_method="GET",' +
    'http_route="/api/v1/query",http_response_status_code="200"}';
  assert.equal(seriesOf(text, request), 1);
  assert.ok((seriesOf(text, 'v8js_memory_heap_used_bytes') ?? 0) > 1e6);
});

test('a cached answer is a hit and costs no tokens', async () => {
  await using served = await servedOnce();
  // A cached answer is recognised by its age, in whole milliseconds.
  await sleep(5);
  await (await fetch(`${served.service.url}/api/v1/query?q=What+is+an+axolotl%3F`)).text();
  const text = await scrape(served.service);
  assert.equal(seriesOf(text, 'sayso_cache_lookups_total{cache="answers",outcome="hit"}'), 1);
  const ended = 'sayso_answer_duration_seconds_count{outcome="grounded"';
  assert.equal(seriesOf(text, `${ended},from_cache="false"}`), 1);
  assert.equal(seriesOf(text, `${ended},from_cache="true"}`), 1);
  assert.match(text, /gen_ai_client_token_usage_count\{[^}]*input"\} 1\n/);
  assert.equal(seriesOf(text, 'sayso_step_duration_seconds_count{step="write"}'), 1);
});

test('no label contains the question, a requested path, or a host', async () => {
  await using served = await servedOnce();
  const { url } = served.service;
  await fetch(`${url}/private-path-of-a-caller`);
  await fetch(`${url}/api/v1/query?q=`, { method: 'PROPFIND' });
  const text = await scrape(served.service);
  assert.doesNotMatch(text, /axolotl|private-path|127\.0\.0\.1|animals\.test|PROPFIND/);
  assert.match(text, /http_request_method="GET",http_route="",http_response_status_code="404"/);
});

test('the metrics need a key if the interface does', async () => {
  await using service = await startTestService({ API_KEYS: 'one,two' });
  assert.equal((await fetch(`${service.url}/metrics`)).status, 401);
  assert.match(await scrape(service, { authorization: 'Bearer two' }), /sayso_build_info/);
});

test('an open stream is counted while it is open, and not after its caller has left', async () => {
  await using search = await startSearchServer();
  await using model = await startModelServer(streamingThenHanging('Words '));
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url });
  const leaving = new AbortController();
  const headers = { accept: 'text/event-stream' };
  const stream = await fetch(`${service.url}/api/v1/query?q=a`, { headers, signal: leaving.signal });
  await stream.body?.getReader().read();
  const during = await scrape(service);
  assert.equal(seriesOf(during, 'sayso_open_streams'), 1);
  assert.equal(seriesOf(during, 'sayso_answers_running'), 1);
  leaving.abort();
  await model.dropped;
  let after = '';
  await until(async () => {
    after = await scrape(service);
    return seriesOf(after, 'sayso_open_streams') === 0;
  });
  assert.equal(seriesOf(after, 'sayso_answers_running'), 0);
  assert.equal(seriesOf(after, 'http_server_active_requests'), 1, 'the look itself');
  assert.equal(seriesOf(after, 'sayso_answer_duration_seconds_count{outcome="left",from_cache="false"}'), 1);
});
