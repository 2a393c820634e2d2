import type { Figure } from './figure.ts';
import { type Load, load, type Pressure } from './keep-asking.ts';
import { fastestMocks, type MockSettings, type Mocks } from './mock-settings.ts';
import type { Pair } from './statistics.ts';
import type { Target } from './target.ts';

type Targets = { readonly mocks: Mocks; readonly floor: Target; readonly service: Target };
type Round = { readonly floor: Load; readonly service: Load };

const ROUNDS = 5;
const ROUND_MS = 1200;
/** The just-in-time compiler has settled after a few hundred answers. */
const WARM_UP_MS = 3000;
const GOAL_CPU = { atMost: 4 } as const;
const GOAL_RATE = { atLeast: 0.25 } as const;
const FORMS = ['json', 'stream'] as const;

/** Every token separately, as a model sends them, but ten times as fast as most. */
const TOKEN_BY_TOKEN: MockSettings = {
  search: { delayMs: 0 },
  pages: { delayMs: 0 },
  llm: { ttftMs: 0, tokensPerSec: 1000, answerTokens: 200 },
};
const TOKEN_ROUNDS = 3;
const TOKEN_ROUND_MS = 2500;

/**
 * Puts load on both targets until their figures no longer fall, and reports the cost of an answer before
 * that.
 */
export async function warmUp(targets: Targets): Promise<readonly Figure[]> {
  await targets.mocks.configure(fastestMocks());
  const cold = await inTurn(targets, { form: 'json', atATime: 8, forMs: 500 });
  for (const form of FORMS) await inTurn(targets, { form, atATime: 8, forMs: WARM_UP_MS });
  return [{ ...toCpu('CPU per answer, JSON, just started', [cold]), goal: null }];
}

/**
 * Answers per second and CPU per answer with upstreams that answer at once, with 1, 8 and 32 concurrent
 * questions.
 */
export async function measureLoad(targets: Targets): Promise<readonly Figure[]> {
  await targets.mocks.configure(fastestMocks());
  const pressures = [1, 8, 32].flatMap((atATime) =>
    FORMS.map((form): Pressure => ({ form, atATime, forMs: ROUND_MS })),
  );
  const rounds = new Map<Pressure, Round[]>(pressures.map((pressure) => [pressure, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [pressure, done] of rounds) done.push(await inTurn(targets, pressure));
  return [...rounds].flatMap(([pressure, done]) => [
    toRate(`answers, ${toName(pressure)}`, done, pressure.atATime === 32 ? GOAL_RATE : null),
    toCpu(`CPU per answer, ${toName(pressure)}`, done),
  ]);
}

/**
 * CPU per streamed answer whose tokens arrive one by one, so that merging tokens that arrive together saves
 * nothing.
 */
export async function measureTokenByToken(targets: Targets): Promise<readonly Figure[]> {
  await targets.mocks.configure(TOKEN_BY_TOKEN);
  const rounds: Round[] = [];
  for (let round = 0; round < TOKEN_ROUNDS; round++)
    rounds.push(await inTurn(targets, { form: 'stream', atATime: 8, forMs: TOKEN_ROUND_MS }));
  return [toCpu('CPU per answer, streamed, token by token', rounds)];
}

async function inTurn({ floor, service }: Targets, pressure: Pressure): Promise<Round> {
  return { floor: await load(floor, pressure), service: await load(service, pressure) };
}

function toName({ form, atATime }: Pressure): string {
  return `${form === 'json' ? 'JSON' : 'streamed'}, ${atATime} at a time`;
}

function toRate(name: string, rounds: readonly Round[], goal: Figure['goal']): Figure {
  const pairs = rounds.map(({ floor, service }) => ({ floor: floor.perSecond, service: service.perSecond }));
  return { name, unit: '1/s', pairs, comparison: 'ratio', goal };
}

function toCpu(name: string, rounds: readonly Round[]): Figure {
  const pairs = rounds.flatMap(({ floor, service }): readonly Pair[] =>
    floor.cpuMsPerQuestion === null || service.cpuMsPerQuestion === null
      ? []
      : [{ floor: floor.cpuMsPerQuestion, service: service.cpuMsPerQuestion }],
  );
  return { name, unit: 'ms', pairs, comparison: 'ratio', goal: GOAL_CPU };
}
