import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../core/failure.ts';
import { diagnoseSlots } from './diagnose-slot.ts';
import { failed, SENDS_NOTHING, type SearchBackend, type SearchOutcome } from './search.ts';
import { inSlotWords, type Slot } from './slot.ts';

const forever = new AbortController().signal;

const HIT = { url: 'https://a.example/', title: 'A', snippet: 'a' };

function slotOf(search: SearchBackend['search'], more: Partial<Slot> = {}): Slot {
  const backend = { sends: SENDS_NOTHING, search };
  return { position: 2, label: 'b', backend, timeoutMs: 60_000, ...more } as Slot;
}

/** The diagnosis of a slot with this outcome, without the time. */
async function diagnosed(outcome: SearchOutcome, more: Partial<Slot> = {}) {
  const [diagnosis] = await diagnoseSlots([slotOf(async () => outcome, more)], forever);
  assert.ok(diagnosis !== undefined);
  return { ...diagnosis, cause: diagnosis.cause.replace(/, in \d+ ms$/, '') };
}

test('a slot that answers works, with advice; one that finds nothing may be incomplete', async () => {
  const name = 'b';
  assert.deepEqual(await diagnosed({ status: 'ok', hits: [HIT] }), {
    ...{ name, ok: true, cause: 'it found something for "What is water?"', remedy: '' },
  });
  assert.equal(
    (await diagnosed({ status: 'ok', hits: [HIT], hint: 'set SLOT_KEY' })).remedy,
    'set SEARCH_SECONDARY_KEY',
  );
  const empty = await diagnosed({ status: 'empty' });
  assert.deepEqual([empty.ok, empty.cause], [true, 'it has nothing for "What is water?"']);
  assert.match(empty.remedy, /^search at SEARCH_SECONDARY_URL yourself/);
  assert.equal((await diagnosed({ status: 'empty', hint: 'only tables' })).remedy, 'only tables');
});

test('a slot that fails is reported with the remedy for its reason, naming its settings', async () => {
  for (const [outcome, remedy] of [
    [failed('configuration', 'x'), /^check SEARCH_SECONDARY_URL, SEARCH_SECONDARY_KIND/],
    [failed('rate', 'x'), /^wait, or/],
    [failed('rate', { cause: 'it is full', remedy: 'come back' }), /^come back$/],
    [failed('network', 'connection refused'), /SEARCH_SECONDARY_URL(?!=off)/],
  ] as const) {
    const { ok, remedy: found } = await diagnosed(outcome);
    assert.equal(ok, false);
    assert.match(found, remedy);
  }
  assert.equal(
    (await diagnosed(failed('rate', { cause: 'it is full', remedy: 'come back' }))).cause,
    'it is full',
  );
  const moved = { cause: 'it redirects', remedy: 'follow', address: 'http://a.test' };
  assert.equal((await diagnosed(failed('configuration', moved))).cause, 'it redirects (http://a.test)');
  const third = await diagnosed(failed('network', 'connection refused'), { position: 3 });
  assert.match(third.remedy, /or do without this slot: SEARCH_TERTIARY_URL=off$/);
});

test('a collection is asked for one of its words, or the usual one if it cannot name one', async () => {
  const asked: unknown[] = [];
  const askFor = async (sampleWord: () => Promise<string | null>) => {
    const documents = { sampleWord } as Slot['documents'];
    const search: SearchBackend['search'] = async ({ text, isDiagnosis }) => {
      asked.push([text, isDiagnosis]);
      return { status: 'empty' };
    };
    await diagnoseSlots([slotOf(search, { documents } as Partial<Slot>)], forever);
  };
  await askFor(async () => 'axolotl');
  await askFor(async () => null);
  await askFor(async () => {
    throw new Error('broken index');
  });
  const usual = ['What is water?', true];
  assert.deepEqual(asked, [['axolotl', true], usual, usual]);
});

test('a caller who leaves ends the query', async () => {
  const leaving = new AbortController();
  let isEnded = false;
  const search: SearchBackend['search'] = (_, signal) =>
    new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        isEnded = true;
        resolve({ status: 'empty' });
      }),
    );
  const diagnosing = diagnoseSlots([slotOf(search)], leaving.signal);
  leaving.abort(new Failure('cancelled', 'The caller left.'));
  await assert.rejects(diagnosing, { code: 'cancelled' });
  assert.ok(isEnded);
});

test("a failure names its slot's own settings in cause and remedy, and nothing else changes", () => {
  const wanted = { cause: 'it wants SLOT_KEY', remedy: 'check SLOT_URL and SLOT_KIND' };
  const named = {
    cause: 'it wants SEARCH_TERTIARY_KEY',
    remedy: 'check SEARCH_TERTIARY_URL and SEARCH_TERTIARY_KIND',
  };
  const slot = { position: 3 } as const;
  assert.deepEqual(inSlotWords(failed('configuration', wanted, 7), slot), failed('configuration', named, 7));
  const other = failed('upstream', 'the TIMESLOT_KEY and SLOT_MACHINE of its log');
  assert.deepEqual(inSlotWords(other, slot), other);
});
