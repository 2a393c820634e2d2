import { createAdmissions } from '../../src/admission/admission.ts';
import type { Parts } from '../../src/answer/parts.ts';
import { loadSettings } from '../../src/config/load.ts';
import { createResearcher } from '../../src/write/researcher.ts';

/** What a test gives of the parts. */
export type GivenParts = Partial<Omit<Parts, 'models' | 'settings'>> & {
  readonly models?: Partial<Parts['models']>;
  readonly settings?: Partial<Parts['settings']>;
};

/**
 * Parts for answers in a test. What is not given is as simple as possible: a search that finds nothing, no
 * model, no pages, no cache; every hit is a source.
 */
export function testParts({ models, settings, ...given }: GivenParts = {}): Parts {
  return {
    settings: { ...loadSettings({}).settings, ...settings },
    search: async () => ({ words: '', outcome: { status: 'empty' }, hits: [], slot: null, trail: [] }),
    documentSlots: new Set(),
    hasOnlyDocuments: false,
    ownWeb: null,
    documents: [],
    reader: null,
    select: async ({ hits }) => hits.map((hit, at) => ({ ...hit, index: at + 1, passages: [] })),
    models: {
      ...{ writer: null, deepWriter: null, judge: null, fitSources: null, fitDeep: null },
      researcher: createResearcher(null),
      understand: async ({ text }) => ({ query: text, isGuess: false, tokens: 0, calls: 0 }),
      warmUp: async () => undefined,
      findProblems: async () => [],
      diagnose: async () => [],
      ...models,
    },
    admissions: createAdmissions({ count: 10, isOverloaded: () => false }),
    ...{ answers: null, answerSources: null, verdicts: null },
    accounts: [],
    observers: { callers: [], runs: [], gatherings: [] },
    ...given,
  };
}
