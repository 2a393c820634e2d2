import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { type Exchange, until } from './asking.ts';
import type { Fault } from './fault.ts';
import { type FaultTarget, faultTargets } from './fault-targets.ts';
import { strike } from './struck-upstream.ts';

/** Never reached by what ends by itself, however busy the machine is. */
const PATIENT_MS = 60_000;
const PATIENT = { ANSWER_DEADLINE_MS: String(PATIENT_MS), MODEL_TIMEOUT_MS: String(PATIENT_MS) };
/** For what only a limit ends. */
const SHORT = {
  ANSWER_DEADLINE_MS: String(PATIENT_MS),
  SEARCH_TIMEOUT_MS: '1500',
  READ_TIMEOUT_MS: '2000',
  MODEL_TIMEOUT_MS: '3000',
};
/** A hanging slot may be overtaken by the next one up to three times before it is recognised as hanging. */
const QUESTIONS = 4;

const matrix = faultTargets.flatMap((target) => target.faults.map((fault) => ({ target, fault })));

test(`there are at least 80 cells`, (t) => {
  t.diagnostic(`${matrix.length} cells`);
  assert.ok(matrix.length >= 80);
});

describe('whatever fails, an answer or the right error comes in time, and the service recovers', {
  concurrency: 8,
}, () => {
  for (const { target, fault } of matrix)
    test(`${target.name}: ${fault.name}`, () => playCell(target, fault));
});

async function playCell(target: FaultTarget, fault: Fault): Promise<void> {
  await using stage = new AsyncDisposableStack();
  const struck = stage.use(await strike(fault, target.usual));
  const environment = await target.settings(struck.origin, (started) => stage.use(started));
  const service = await startTestService({ ...(fault.hangs ? SHORT : PATIENT), ...environment });
  const logged = () => service.logged.join('');
  try {
    const left = () => until('the upstream is left', () => struck.underWay === 0);
    await holdWithin(QUESTIONS, { target, fault, url: service.url, logged, left });
    await left();
    await struck.heal();
    if (target.comesBack(fault))
      await until('the upstream is used again', async () =>
        target.isBack(inTime(await target.ask(service.url))),
      );
    else target.hold(inTime(await target.ask(service.url)), fault, logged());
  } finally {
    await service.stop();
  }
  await until('every connection is closed', () => struck.connections === 0);
}

type Cell = {
  readonly target: FaultTarget;
  readonly fault: Fault;
  readonly url: string;
  logged(): string;
  /** Waits until no call to the faulty upstream is under way: a call may outlast its answer. */
  left(): Promise<void>;
};

/** Asks several times until the promise is kept; every answer must arrive in time. */
async function holdWithin(questions: number, cell: Cell): Promise<void> {
  const { target, fault, url, logged, left } = cell;
  const reply = inTime(await target.ask(url));
  try {
    target.hold(reply, fault, logged());
  } catch (error) {
    if (questions <= 1) throw error;
    await left();
    await holdWithin(questions - 1, cell);
  }
}

function inTime(told: Exchange): Exchange {
  assert.ok(told.tookMs < PATIENT_MS, `${Math.round(told.tookMs)} ms`);
  return told;
}
