import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Failure } from '../core/failure.ts';
import { indexCommand } from './index-documents.ts';

type IndexFolder = Parameters<typeof indexCommand>[1];

type IndexSummary = Awaited<ReturnType<IndexFolder>>;

const { signal } = new AbortController();
const NOTHING: IndexSummary = {
  ...{ indexed: 0, read: 0, unchanged: 0, removed: 0, refused: [], remarks: [], vectors: null },
};

/** Runs the command with an index that has this result; returns its options and its output. */
async function run(t: TestContext, args: readonly string[], summary: Partial<IndexSummary> = {}) {
  const printed: string[] = [];
  const told: string[] = [];
  t.mock.method(console, 'log', (line: string) => printed.push(line));
  t.mock.method(console, 'error', (line: string) => told.push(line));
  const orders: Parameters<IndexFolder>[] = [];
  const index: IndexFolder = async (...given) => {
    orders.push(given);
    return { ...NOTHING, ...summary };
  };
  const status = await indexCommand(args, index, signal);
  return { status, orders, printed, told };
}

test('wrong arguments are refused with the usage, and nothing is indexed', async () => {
  for (const [args, reason] of [
    [[], 'FOLDER and --to FILE are needed'],
    [['notes'], 'FOLDER and --to FILE are needed'],
    [['--to', 'a'], 'FOLDER and --to FILE are needed'],
    [['notes', 'more', '--to', 'a'], 'FOLDER and --to FILE are needed'],
    [['notes', '--to'], "Option '--to <value>' argument missing"],
    [['notes', '--to', 'a', '--rebuild=yes'], "Option '--rebuild' does not take an argument"],
    [['notes', '--to', 'a', '--base-url'], "Option '--base-url <value>' argument missing"],
    [['notes', '--to', 'a', '--other'], "Unknown option '--other'"],
  ] as const)
    await assert.rejects(
      indexCommand(args, () => assert.fail('indexed'), signal),
      (error) => {
        assert.ok(error instanceof Failure);
        assert.equal(error.code, 'invalid-question');
        assert.equal(
          error.message,
          `${reason}.\nUsage: sayso index FOLDER --to FILE [--base-url URL] [--rebuild]`,
        );
        return true;
      },
    );
});

test('the summary counts in words, and names what was removed only if something was', async (t) => {
  const args = ['notes', '--to', 'a.index'];
  const one = await run(t, args, { indexed: 1, read: 1, unchanged: 0 });
  assert.deepEqual(one.printed, [
    'Read 1 file (0 unchanged, 0 skipped); a.index has 1 document.',
    'Search it with SEARCH_SECONDARY_KIND=collection SEARCH_SECONDARY_URL=file:a.index',
  ]);
  const many = await run(t, args, { indexed: 5, read: 2, unchanged: 3, removed: 1 });
  assert.equal(many.printed[0], 'Read 2 files (3 unchanged, 1 removed, 0 skipped); a.index has 5 documents.');
});

test('remarks come before what was skipped, and no file name reaches the terminal unfiltered', async (t) => {
  const { told, printed } = await run(t, ['notes', '--to', 'a.index'], {
    refused: [{ path: 'b\u001b[2J.png', reason: '.png files are not read' }],
    remarks: [{ path: 'a\u202e.pdf', remark: 'only the first page was read' }],
  });
  assert.deepEqual(told, [
    'a.pdf: only the first page was read',
    'b[2J.png: skipped, .png files are not read',
  ]);
  assert.match(printed[0] ?? '', /, 1 skipped\); /);
});

test('a terminal sees the progress on one line that is cleared at the end', async (t) => {
  const { stderr } = process;
  const written: string[] = [];
  const was = { isTTY: stderr.isTTY, columns: stderr.columns };
  Object.assign(stderr, { isTTY: true, columns: 30 });
  t.after(() => Object.assign(stderr, was));
  t.mock.method(stderr, 'write', (text: string) => written.push(text));
  t.mock.method(console, 'log', () => undefined);
  let nowMs = 1000;
  t.mock.method(performance, 'now', () => nowMs);
  await indexCommand(
    ['notes', '--to', 'a.index'],
    async ({ onProgress }) => {
      onProgress?.(1, 9, 'a\n\u001bb.md');
      nowMs += 99;
      onProgress?.(2, 9, 'too-soon.md');
      nowMs += 1;
      onProgress?.(3, 9, 'a-name-that-is-longer-than-the-line.md');
      return NOTHING;
    },
    signal,
  );
  assert.deepEqual(written, [
    '\r\u001b[K1 of 9 files: a b.md',
    '\r\u001b[K3 of 9 files: a-name-that-is-',
    '\r\u001b[K',
  ]);
});
