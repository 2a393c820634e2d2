import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createRuns } from './mutants/coverage.ts';
import { equivalents } from './mutants/equivalents.ts';
import { mutantsIn, mutantsOf } from './mutants/find-mutants.ts';
import { createRelatedTests } from './mutants/related-tests.ts';
import { sample } from './mutants/sample.ts';
import { root, tryMutant } from './mutants/try-mutant.ts';
import { unusedDefaults } from './mutants/unused-defaults.ts';
import { serveSockets } from './support/local-server.ts';
import { untilSettled } from './support/until.ts';

/** The mutants of a source, by operator. */
function changesOf(typed: string): Record<string, readonly string[]> {
  const changes: Record<string, readonly string[]> = {};
  for (const { operator, is } of mutantsIn('src/net/none.ts', typed))
    changes[operator] = [...(changes[operator] ?? []), is];
  return changes;
}

test('each operator makes the change that its name says', () => {
  assert.deepEqual(changesOf('if (a < b) go();'), {
    'condition-negated': ['!(a < b)'],
    'operator-swapped': ['<='],
    'call-removed': [';'],
  });
  assert.deepEqual(changesOf('const a: number = b ?? 200;')['operator-swapped'], ['((b) && (200))']);
  assert.deepEqual(changesOf('() => [1, 300];'), {
    'return-emptied': ['undefined'],
    'number-changed': ['2', '0', '0'],
  });
  assert.deepEqual(changesOf('async () => { await using a = open(); await b; };'), {
    'using-removed': ['const'],
    'await-removed': ['(b)'],
  });
  assert.deepEqual(changesOf('f(a?.b, signal, /^x$/u);')['optional-chaining-removed'], ['.']);
  assert.deepEqual(changesOf('f(a?.b, signal, /^x$/u);')['signal-cut'], ['new AbortController().signal']);
  assert.deepEqual(changesOf('f(a?.b, signal, /^x$/u);')['anchor-removed'], ['/x$/u', '/^x/u']);
  assert.deepEqual(changesOf("const a = b.filter((c) => c === 'd');"), {
    'operator-swapped': ['!=='],
    'string-emptied': ["''"],
    'return-emptied': ['undefined'],
    'method-removed': ['b'],
  });
});

test('words for people, tables and types are not changed', () => {
  assert.deepEqual(changesOf("type A = 'a' | 'b'; const words = ['a', { b: 1 }];"), {});
  assert.deepEqual(changesOf("throw new Failure('internal', 'It is ' + (a + 1));"), {});
  assert.deepEqual(changesOf("log.warn({ a: 1 }, 'words');"), {});
});

test('the same seed takes the same sample, and no item twice', () => {
  const items = Array.from({ length: 50 }, (_, at) => at);
  assert.deepEqual(sample(items, 20, 7), sample(items, 20, 7));
  assert.notDeepEqual(sample(items, 20, 7), sample(items, 20, 8));
  assert.equal(new Set(sample(items, 60, 7)).size, 50);
});

test('the tests nearest to a file come first', () => {
  const relatedTests = createRelatedTests(root);
  assert.equal(relatedTests('src/cache/redis-store.ts')[0], 'src/cache/redis-store.test.ts');
  assert.ok(relatedTests('src/cache/leases.ts').includes('src/answer/cache/reuse-answers.test.ts'));
  const named = relatedTests('src/interfaces/rest/context.ts').filter((each) => each.startsWith('test/'));
  assert.equal(named[0], 'test/context-and-search.test.ts');
  assert.ok(
    relatedTests('src/interfaces/rest/answering.ts').indexOf('src/interfaces/rest/reply-caching.test.ts') <
      15,
    'tests beside a file come before others of the whole service',
  );
});

test('a mutant that a test notices is killed, and one that no test notices survives', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'add.ts'), 'export const add = (a: number, b: number) => a + b;\n');
  writeFileSync(
    join(folder, 'add.test.ts'),
    `import assert from 'node:assert';
    import { test } from 'node:test';
    import { add } from './add.ts';
    test('adds', () => assert.equal(add(2, 0), 2));`,
  );
  writeFileSync(join(folder, 'broken.test.ts'), "import './add.ts'; process.exit(1);");
  const mutants = mutantsOf(folder, 'add.ts');
  const outcomes = await Promise.all(
    mutants.map(async (mutant) => {
      const tests = ['broken.test.ts', 'add.test.ts'];
      return [mutant.is, (await tryMutant(mutant, tests, { root: folder, timeoutMs: 60_000 })).kind];
    }),
  );
  assert.deepEqual(Object.fromEntries(outcomes), { undefined: 'killed', '-': 'survived' });
});

test('a mutant is also loaded by a process that a test starts with an environment of its own', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'run.ts'), 'process.exitCode = 0;\n');
  for (const [name, call] of Object.entries({
    spawn: "(await once(spawn(process.execPath, ['run.ts'], { env: {} }), 'close'))[0]",
    sync: "spawnSync(process.execPath, ['run.ts'], { env: {} }).status",
    promised: "await promisify(execFile)(process.execPath, ['run.ts'], { env: {} }).then(() => 0)",
  }))
    writeFileSync(
      join(folder, `${name}.test.ts`),
      `import assert from 'node:assert';
      import { execFile, spawn, spawnSync } from 'node:child_process';
      import { once } from 'node:events';
      import { promisify } from 'node:util';
      import { test } from 'node:test';
      test('ends with 0', async () => assert.equal(${call}, 0));`,
    );
  const mutant = mutantsOf(folder, 'run.ts').find(({ is }) => is === '1') ?? assert.fail();
  for (const name of ['spawn', 'sync', 'promised']) {
    const trial = { root: folder, timeoutMs: 60_000 };
    assert.equal((await tryMutant(mutant, [`${name}.test.ts`], trial)).kind, 'killed', name);
  }
});

test('a test that hangs while its coverage is measured leaves no process behind', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  t.after(() => rmSync(folder, { recursive: true }));
  let connections = 0;
  await using server = await serveSockets(() => connections++);
  const child = `require('node:net').connect(${server.port}, '127.0.0.1')`;
  writeFileSync(join(folder, 'kept.ts'), 'export const kept = 1;\n');
  writeFileSync(
    join(folder, 'hanging.test.ts'),
    `import { spawn } from 'node:child_process';
    spawn(process.execPath, ['--eval', ${JSON.stringify(child)}], { stdio: 'ignore' });
    setInterval(() => undefined, 1000);`,
  );
  // A busy machine may need longer than the first limits to start the child.
  for (let limitMs = 2000; connections === 0; limitMs *= 2) {
    assert.equal(createRuns(folder, limitMs)('hanging.test.ts', 'kept.ts', 0), false);
    await untilSettled();
  }
  await server.noSocketsLeft();
});

test('every mutant that is listed as equivalent exists', () => {
  const files = [...new Set(equivalents.map(({ file }) => file))];
  const known = files
    .flatMap((file) => mutantsOf(root, file))
    .map(({ equivalentBecause }) => equivalentBecause);
  for (const { file, operator, code, reason } of equivalents)
    assert.ok(known.includes(reason), `${file} ${operator} ${code}`);
});

test('a default that only the compiler needs is left out, and the number next to it is not', () => {
  const line = 'const worth = (weights[term] ?? 0) * 0;';
  const known = (file: string) =>
    mutantsIn(file, line)
      .filter(({ operator }) => operator === 'number-changed')
      .map(({ equivalentBecause }) => equivalentBecause !== undefined);
  assert.deepEqual(known('src/lib/passages/score.ts'), [true, false]);
  assert.deepEqual(known('src/net/none.ts'), [false, false]);
});

test('every default that is listed as unused exists', () => {
  for (const [file, parts] of Object.entries(unusedDefaults)) {
    const source = readFileSync(join(root, file), 'utf8');
    for (const part of parts) assert.ok(source.includes(part), `${file} ${part}`);
  }
});
