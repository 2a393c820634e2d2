import { fieldOf } from '@sayso/text/own-value.ts';
import { cacheKey } from '../../cache/cache.ts';
import { type Environment, loadSettings } from '../../config/load.ts';
import { answerSettings, writingSettings } from '../../config/part-settings.ts';
import type { Settings } from '../../config/settings.ts';
import { DEEP_TOKENS } from '../../core/budget.ts';
import { Failure } from '../../core/failure.ts';
import { byDepth, type Depth } from '../../core/question.ts';
import type { RunPlan } from '../../eval/running/run-folder.ts';
import type { TokenCost } from '../../eval/running/spending.ts';
import { BARE_SYSTEM, createAskModel } from '../../eval/targets/ask-model.ts';
import { createAskOwnServer } from '../../eval/targets/ask-own-server.ts';
import { createAskService } from '../../eval/targets/ask-service.ts';
import type { AskTarget } from '../../eval/targets/eval-reply.ts';
import { openPromptBatch, type PromptBatch } from '../../eval/targets/prompt-batch.ts';
import { createRetrievalMonitor, type SavePages } from '../../eval/targets/retrieval-monitor.ts';
import { fetchJson } from '../../models/api-call.ts';
import { createOpenAiCompatible } from '../../models/providers/openai-compatible.ts';
import type { PlainFetch } from '../../net/http-client.ts';
import { createUpstream } from '../../net/upstream.ts';
import { createLog } from '../../observe/log.ts';
import { searchAll } from '../../search/failover.ts';
import { assemble } from '../../service/assemble.ts';
import { createModelClient } from '../../write/create-writing.ts';
import type { EvalOrder } from './eval-arguments.ts';

/** What is asked, and how much one question is expected to cost. */
export type EvalTarget = Pick<RunPlan, 'target' | 'settings'> & {
  readonly ask: AskTarget;
  readonly expected: TokenCost;
  /** Null if models are called. */
  readonly batch: PromptBatch | null;
};

/** Where a target comes from. `opened` closes it. */
export type TargetOptions = {
  readonly environment: Environment;
  readonly version: string;
  /** Whether the set has pages, which the service then reads whatever its settings say. */
  readonly hasPages: boolean;
  readonly opened: AsyncDisposableStack;
  /** Saves the pages that were found, for prompts that are answered later. */
  readonly savePages: SavePages | null;
};

/** Tokens of a prompt besides the sources, of a bare question, and of a short answer. */
const INSTRUCTION_TOKENS = 1_000;
const BARE_TOKENS = 80;
const ANSWER_TOKENS = 200;
/** What another answer engine is assumed to need for a question. */
const SERVER_TOKENS = 4_000;
/** The process does nothing else, so that its load is no reason to refuse a question. */
const CALM = {
  lookAtLoop: () => ({ meanDelayMs: 0, maxDelayMs: 0, utilization: 0 }),
  heapShare: () => 0,
};

/** Opens what is asked: the service with the settings of this process, its model alone, or a server. */
export async function openTarget(
  order: EvalOrder,
  options: TargetOptions,
  signal: AbortSignal,
): Promise<EvalTarget> {
  if (order.server !== null) return openServer(order.server, { order, ...options }, signal);
  const { settings } = loadSettings(options.environment);
  const modelName = settings.modelName ?? 'MODEL';
  const batch = order.batch === null ? null : await openPromptBatch({ ...order.batch, modelName });
  const facts = { settings: summaryOf(settings), batch };
  const target = order.isBare
    ? openBare(settings, { batch, ...options })
    : await openService(settings, { order, batch, ...options });
  return { ...facts, ...target, ask: batch?.during(target.ask) ?? target.ask };
}

async function openServer(
  address: string,
  { order, environment, version, opened }: TargetOptions & { readonly order: EvalOrder },
  signal: AbortSignal,
): Promise<EvalTarget> {
  const { fetch, userAgent } = openUpstream(version, opened);
  const apiKey = environment.SAYSO_API_KEY?.trim() || null;
  const headers: Readonly<Record<string, string>> =
    apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
  const { kind, url } = await findServer(address, { fetch, headers }, signal);
  const { timeoutMs, depth, maxSources, model: modelName } = order;
  const name = kind === 'sayso' ? 'Sayso' : (modelName ?? 'its first model');
  const shared = {
    target: `${name} at ${new URL(url).host}`,
    settings: {},
    batch: null,
    expected: { tokens: SERVER_TOKENS + ANSWER_TOKENS, answerTokens: ANSWER_TOKENS },
  };
  if (kind === 'sayso')
    return { ...shared, ask: createAskOwnServer({ url, headers, fetch, depth, maxSources, timeoutMs }) };
  const provider = createOpenAiCompatible({ baseUrl: url, apiKey, modelName, fetch, userAgent });
  return { ...shared, ask: createAskModel({ provider, timeoutMs }, '') };
}

function openBare(
  settings: Settings,
  { version, opened, batch }: TargetOptions & Pick<EvalTarget, 'batch'>,
): Omit<EvalTarget, 'settings' | 'batch'> {
  const { models, limits, timeoutMs } = writingSettings(settings);
  const [choice] = models;
  if (choice === undefined || choice.provider === 'extractive')
    throw new Failure('misconfigured', '--bare needs a model: set MODEL_PROVIDER and MODEL_NAME.');
  const { provider, ...rest } = choice;
  const client = createModelClient({ ...rest, provider }, { ...openUpstream(version, opened), limits });
  const model = batch === null ? client : { ...client, model: batch.createModel() };
  return {
    target: `the model alone (${provider})`,
    ask: createAskModel({ provider: model, timeoutMs }, BARE_SYSTEM),
    expected: { tokens: BARE_TOKENS + ANSWER_TOKENS, answerTokens: ANSWER_TOKENS },
  };
}

type ServiceOptions = TargetOptions & Pick<EvalTarget, 'batch'> & { readonly order: EvalOrder };

async function openService(
  settings: Settings,
  { order: { depth, maxSources, concurrency }, version, hasPages, opened, savePages, batch }: ServiceOptions,
): Promise<Omit<EvalTarget, 'settings' | 'batch'>> {
  const monitor = createRetrievalMonitor(savePages);
  const service = await assemble(
    {
      ...settings,
      readPages: settings.readPages || hasPages,
      // A sixteenth of the places are for deep answers.
      maxConcurrentAnswers: Math.max(settings.maxConcurrentAnswers, 16 * concurrency),
      answerCacheSeconds: 0,
    },
    version,
    {
      log: createLog('silent'),
      loadProbe: CALM,
      searchOver: (slots, choice) => monitor.search(searchAll(slots, choice)),
      readingOver: monitor.reading,
      modelOver: batch?.createModel,
    },
  );
  opened.defer(() => service.close());
  const { answerDeadlineMs: quick, deepDeadlineMs: deep } = settings;
  const timeoutMs = byDepth(depth, { quick, deep });
  return {
    target: 'the service',
    ask: createAskService({ service, monitor, depth, maxSources, timeoutMs }),
    expected: expectedTokens(settings, depth),
  };
}

function openUpstream(version: string, opened: AsyncDisposableStack) {
  const userAgent = `Sayso/${version}`;
  const upstream = createUpstream({ userAgent });
  opened.defer(() => upstream.close());
  return { fetch: upstream.fetch, userAgent };
}

/** What decides the answers, without secrets; all other settings are in the digest. */
function summaryOf(settings: Settings): RunPlan['settings'] {
  const { modelProvider, modelName, contextTokens } = settings;
  return { modelProvider, modelName, contextTokens, digest: cacheKey(answerSettings(settings)) };
}

function expectedTokens({ modelProvider, contextTokens }: Settings, depth: Depth): TokenCost {
  if (modelProvider === null || modelProvider === 'extractive') return { tokens: 0, answerTokens: 0 };
  const quick = contextTokens + INSTRUCTION_TOKENS + ANSWER_TOKENS;
  return { tokens: byDepth(depth, { quick, deep: DEEP_TOKENS }), answerTokens: ANSWER_TOKENS };
}

/** The interface of a server: Sayso's own, or that of a model; `url` is what its paths follow. */
type FoundServer = { readonly kind: 'sayso' | 'openai'; readonly url: string };

/**
 * Finds out which interface a server has. An address that ends in `/v1` is taken as it is; otherwise Sayso is
 * recognised by `/api/health`, and everything else is expected to have OpenAI's chat completions below `/v1`.
 * @throws Failure for an address that is none, or that cannot be reached
 */
async function findServer(
  address: string,
  { fetch, headers }: { readonly fetch: PlainFetch; readonly headers: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<FoundServer> {
  const url = address.replace(/\/+$/, '');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Failure('invalid-question', `--server: ${address} is not the address of a server.`);
  if (/\/v1$/.test(url)) return { kind: 'openai', url };
  try {
    const { body } = await fetchJson(fetch, `${url}/api/health`, { headers }, signal);
    const isSayso = typeof fieldOf(body, 'llm_configured') === 'boolean';
    return isSayso ? { kind: 'sayso', url } : { kind: 'openai', url: `${url}/v1` };
  } catch (error) {
    if (signal.aborted) throw error;
    const message = `--server: ${address} cannot be reached.`;
    throw new Failure('model-unavailable', message, { cause: error });
  }
}
