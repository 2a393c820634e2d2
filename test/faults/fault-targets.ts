import assert from 'node:assert/strict';
import { closedPort } from '../support/local-server.ts';
import { ask, askForEvents, type Exchange } from './asking.ts';
import { type Fault, faults, type Usual, WELL, type Words } from './fault.ts';
import { strike } from './struck-upstream.ts';
import {
  COMPLETION,
  HOSTED_REPLIES,
  MEDIAWIKI_REPLY,
  OLLAMA_CHAT,
  PAGE,
  searxngReply,
} from './usual-replies.ts';

export type Environment = Readonly<Record<string, string>>;

/** One place in the service where an upstream fails, and the promise for that case. */
export type FaultTarget = {
  readonly name: string;
  readonly faults: readonly Fault[];
  /** The replies of the faulty upstream while it works. */
  readonly usual: Usual;
  readonly ask: (url: string) => Promise<Exchange>;
  /**
   * Starts everything else; `origin` is the address of the faulty upstream. Everything it starts is passed to
   * `keep`.
   */
  settings(origin: string, keep: DisposeLater): Promise<Environment>;
  /** Checks what arrived while the upstream was faulty. `log` is everything logged so far. */
  hold(told: Exchange, fault: Fault, log: string): void;
  /** Whether the upstream is used again once it works. */
  isBack(told: Exchange): boolean;
  /** Whether that happens within seconds. */
  comesBack(fault: Fault): boolean;
};

/** Ends something together with the cell; returns it. */
type DisposeLater = <T extends AsyncDisposable>(started: T) => T;

const MODEL = 'first-model';
const SECOND_MODEL = 'second-model';

/** The address of an upstream that always works. */
async function wellAt(usual: Usual, keep: DisposeLater): Promise<string> {
  return keep(await strike(WELL, usual)).origin;
}

const nobodyAt = async () => `http://127.0.0.1:${await closedPort()}`;

const modelAt = (origin: string): Environment => ({ MODEL_BASE_URL: `${origin}/v1`, MODEL_NAME: MODEL });
const behindIt = (origin: string): Environment => ({
  MODEL_FALLBACK_BASE_URL: `${origin}/v1`,
  MODEL_FALLBACK_NAME: SECOND_MODEL,
});

/** Another slot answered, and only the operator notices. */
function holdOtherSlot(engine: string, word: keyof Words) {
  return (told: Exchange, fault: Fault, log: string) => {
    assert.deepEqual([told.status, told.error, told.answer?.search_engine], [200, null, engine]);
    assert.match(told.answer?.answer ?? '', /salamander/);
    assert.notEqual(told.answer?.sources.length, 0);
    assert.match(log, fault.says[word]);
  };
}

/** The answer itself says that the model failed, gives the reason, and has its sources. */
function holdFailedModel({ status, answer, error }: Exchange, fault: Fault, log: string): void {
  assert.equal(status, 200);
  assert.notEqual(answer?.sources.length, 0);
  for (const text of [error, answer?.answer, log]) assert.match(text ?? '', fault.says.model);
  assert.notEqual(answer?.html_answer, '');
  assert.notEqual(answer?.speakable_text, '');
}

const isFrom = (engine: string) => (told: Exchange) => told.answer?.search_engine === engine;
const isWrittenBy = (model: string) => (told: Exchange) =>
  told.error === null && told.answer?.model === model;
const whenMended = ({ recovers }: Fault) => recovers !== 'never';
/**
 * The same for a slot that is suspended for minutes after these refusals and not asked even as a last resort.
 */
const exceptAfter = (refusals: readonly string[]) => (fault: Fault) =>
  whenMended(fault) && !refusals.includes(fault.name);

/** The other upstreams, besides a faulty slot. */
const search = { faults, usual: searxngReply(), ask } as const;
const model = { faults, usual: COMPLETION, ask, comesBack: whenMended } as const;

/** Every place where an HTTP upstream can fail. */
export const faultTargets: readonly FaultTarget[] = [
  {
    ...search,
    name: 'the first slot, with a second behind it',
    async settings(origin, keep) {
      return {
        ...modelAt(await wellAt(COMPLETION, keep)),
        SEARCH_PRIMARY_URL: origin,
        SEARCH_SECONDARY_URL: await wellAt(searxngReply(), keep),
      };
    },
    hold: holdOtherSlot('engine_b', 'search'),
    isBack: isFrom('engine_a'),
    comesBack: ({ recovers }) => recovers === 'soon',
  },
  ...Object.entries(HOSTED_REPLIES).map(([kind, usual]) => ({
    ...search,
    name: `a slot with ${kind}, and another behind it`,
    usual,
    async settings(origin: string, keep: DisposeLater) {
      return {
        MODEL_PROVIDER: 'extractive',
        SEARCH_PRIMARY_KIND: kind,
        SEARCH_PRIMARY_URL: origin,
        SEARCH_PRIMARY_KEY: 'k',
        SEARCH_SECONDARY_URL: await wellAt(searxngReply(), keep),
      };
    },
    hold: holdOtherSlot('engine_b', 'search'),
    isBack: isFrom('engine_a'),
    comesBack: ({ recovers }: Fault) => recovers === 'soon',
  })),
  {
    ...search,
    name: 'the second slot, between one that refuses and a wiki',
    async settings(origin, keep) {
      return {
        ...modelAt(await wellAt(COMPLETION, keep)),
        SEARCH_PRIMARY_URL: await nobodyAt(),
        SEARCH_SECONDARY_URL: origin,
        SEARCH_TERTIARY_URL: await wellAt(MEDIAWIKI_REPLY, keep),
      };
    },
    hold: holdOtherSlot('engine_c', 'search'),
    isBack: isFrom('engine_b'),
    comesBack: ({ recovers }) => recovers === 'soon',
  },
  {
    ...search,
    name: 'the wiki in the third slot, behind two that refuse',
    usual: MEDIAWIKI_REPLY,
    async settings(origin, keep) {
      return {
        ...modelAt(await wellAt(COMPLETION, keep)),
        SEARCH_PRIMARY_URL: await nobodyAt(),
        SEARCH_SECONDARY_URL: await nobodyAt(),
        SEARCH_TERTIARY_URL: origin,
      };
    },
    hold({ status, answer, error }, fault, log) {
      assert.deepEqual([status, answer?.search_engine, answer?.sources], [200, 'none', []]);
      assert.match(answer?.answer ?? '', /not checked against the web[\s\S]*salamander/);
      for (const text of [error, log]) assert.match(text ?? '', fault.says.search);
    },
    isBack: isFrom('engine_c'),
    comesBack: exceptAfter(['says 403', 'says 429']),
  },
  {
    ...search,
    name: 'all three slots, and no model',
    settings: async (origin) => ({
      SEARCH_PRIMARY_URL: origin,
      SEARCH_SECONDARY_URL: origin,
      SEARCH_TERTIARY_URL: origin,
      SEARCH_TERTIARY_KIND: 'searxng',
    }),
    hold({ status, error }, fault, log) {
      assert.equal(status, 502);
      for (const text of [error, log]) assert.match(text ?? '', fault.says.search);
    },
    isBack: ({ status, answer }) => status === 200 && answer?.sources.length !== 0,
    comesBack: exceptAfter(['says 429']),
  },
  {
    name: 'the pages behind the results',
    faults,
    usual: PAGE,
    ask: askForEvents,
    async settings(origin, keep) {
      return {
        ...modelAt(await wellAt(COMPLETION, keep)),
        SEARCH_PRIMARY_URL: await wellAt(searxngReply(origin), keep),
        READ_PAGES: 'on',
        PAGE_ALLOW: '127.0.0.0/8',
      };
    },
    hold({ answer, error, pages }, fault) {
      assert.deepEqual([error, answer?.search_engine, answer?.sources.length], [null, 'engine_a', 2]);
      assert.match(answer?.answer ?? '', /salamander/);
      if (pages.read === 0) for (const reason of pages.skipped) assert.match(reason, fault.says.page);
      assert.equal(pages.read + pages.skipped.length, 2);
    },
    isBack: ({ pages }) => pages.read === 2,
    comesBack: whenMended,
  },
  {
    ...model,
    name: 'the model',
    async settings(origin, keep) {
      return { ...modelAt(origin), SEARCH_PRIMARY_URL: await wellAt(searxngReply(), keep) };
    },
    hold: holdFailedModel,
    isBack: isWrittenBy(MODEL),
  },
  {
    ...model,
    name: 'the model on Ollama',
    usual: OLLAMA_CHAT,
    async settings(origin, keep) {
      const search = await wellAt(searxngReply(), keep);
      const ollama = { MODEL_PROVIDER: 'ollama', MODEL_BASE_URL: origin, MODEL_NAME: MODEL };
      return { ...ollama, SEARCH_PRIMARY_URL: search };
    },
    hold: holdFailedModel,
    isBack: isWrittenBy(MODEL),
  },
  {
    ...model,
    name: 'the model, with a second behind it',
    async settings(origin, keep) {
      return {
        ...modelAt(origin),
        ...behindIt(await wellAt(COMPLETION, keep)),
        SEARCH_PRIMARY_URL: await wellAt(searxngReply(), keep),
      };
    },
    hold(told, fault, log) {
      // Two halves of different answers do not make one answer.
      if (fault.afterText) return holdFailedModel(told, fault, log);
      assert.deepEqual([told.status, told.error, told.answer?.model], [200, null, SECOND_MODEL]);
      assert.match(log, fault.says.model);
    },
    isBack: isWrittenBy(MODEL),
  },
  {
    ...model,
    name: 'the second model, behind one that refuses',
    async settings(origin, keep) {
      return {
        ...modelAt(await nobodyAt()),
        ...behindIt(origin),
        SEARCH_PRIMARY_URL: await wellAt(searxngReply(), keep),
      };
    },
    hold: holdFailedModel,
    isBack: isWrittenBy(SECOND_MODEL),
  },
  {
    ...model,
    name: 'the model, when every search has failed',
    async settings(origin) {
      return { ...modelAt(origin), SEARCH_PRIMARY_URL: await nobodyAt() };
    },
    hold({ status, answer, error }, fault, log) {
      assert.equal(status, fault.afterText ? 200 : 502);
      assert.match(error ?? '', /connection refused/);
      for (const text of [error, log]) assert.match(text ?? '', fault.says.model);
      if (fault.afterText) assert.match(answer?.answer ?? '', fault.says.model);
    },
    isBack: ({ status, answer }) => status === 200 && /grows new legs/.test(answer?.answer ?? ''),
  },
];
