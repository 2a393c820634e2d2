import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Answerer } from '../../answer/events.ts';
import { createLog } from '../../observe/log.ts';
import { createApp } from './app.ts';

const text = () => '';

test('a caller who stops reading is cut off, and the answer with it', async (t) => {
  await using pageFolder = await mkdtempDisposable(join(tmpdir(), 'sayso-page-'));
  await writeFile(join(pageFolder.path, 'index.html'), '');
  const ended = Promise.withResolvers<void>();
  const endless: Answerer = async function* () {
    try {
      while (true) yield { type: 'answer-delta', text: 'x'.repeat(100_000) };
    } finally {
      ended.resolve();
    }
  };
  const { app } = await createApp({
    answer: endless,
    derived: {
      'answer-block': (answerer) => answerer,
      sentence: (answerer) => answerer,
      support: (answerer) => answerer,
    },
    forms: { 'text/plain': text, 'text/markdown': text, 'text/html': text, 'application/ssml+xml': text },
    status: () => ({ version: '0', llmConfigured: true, searchPrimaryUrl: '', searchSecondaryUrl: '' }),
    metrics: { contentType: 'text/plain', text: async () => '' },
    watchRequest: () => ({ isStream: () => undefined, end: () => undefined }),
    readiness: () => ({ ready: true, answersAlone: true, slots: [], shortOf: null }),
    log: createLog('silent'),
    pageFolder: pageFolder.path,
    // A connection may stand still ten seconds longer than this; the test has less patience.
    answerDeadlineMs: -9900,
    queryDeadlineMs: -9900,
    maxQueryChars: 100,
    maxBodyBytes: 1000,
    rateLimit: null,
    countShared: null,
    apiKeys: [],
    trustProxy: [],
  });
  t.after(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const client = connect({ port: Number(port), host: hostname }, () =>
    client.write('GET /api/v1/query?q=a HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n'),
  );
  client.pause();
  client.on('error', () => undefined);
  t.after(() => client.destroy());
  await ended.promise;
});
