import { toPublicUrl } from '@sayso/text/url.ts';
import type { FitDeep, FitSources } from '../core/budget.ts';
import type { Failure } from '../core/failure.ts';
import type { Diagnosis } from '../core/status.ts';
import { type CallObserver, type CutPrompt, type TokenSplit, toUsage, type Usage } from '../core/usage.ts';
import { diagnoseModel } from '../models/diagnose-model.ts';
import type { SettingsPrefix } from '../models/model-failure.ts';
import type { ModelProvider, ProviderOptions } from '../models/provider.ts';
import { createAnthropic, createGoogle, createMistral, createOpenAi } from '../models/providers/by-sdk.ts';
import { createOllama } from '../models/providers/ollama.ts';
import type { OllamaOptions } from '../models/providers/ollama-api.ts';
import { createOpenAiCompatible } from '../models/providers/openai-compatible.ts';
import { ThroughputMeter } from '../models/throughput-meter.ts';
import {
  describePace,
  fitDeep,
  fitSources,
  measurePace,
  type PacedModel,
  type PromptLimits,
  windowNeed,
  withFittedLength,
} from './fit-to-speed.ts';
import { judgeStatements } from './judge.ts';
import { createModelWriter } from './model-writer.ts';
import { promptProfileFor } from './prompt.ts';
import { createResearcher } from './researcher.ts';
import { withFallback, withShorterSecond } from './second-writer.ts';
import { understand } from './understand.ts';
import type { ModelJudge, Researcher, Understand, Writer } from './writer.ts';

/** The configured models. */
export type Writing = {
  /** Null if no model is configured. */
  readonly writer: Writer | null;
  /** The writer of deep answers; null if no model is configured. */
  readonly deepWriter: Writer | null;
  /** Chooses the queries of deep answers. */
  readonly researcher: Researcher;
  /** Fits the sources to the window of the first model, and to its speed; null without a model. */
  readonly fitSources: FitSources | null;
  /** Fits deep answers to it; null if they do not follow it. */
  readonly fitDeep: FitDeep | null;
  /** Works out what a message asks to search for. */
  readonly understand: Understand;
  /** What tokens cost at most, whichever model they are of; absent without prices. */
  mostCost?(split: TokenSplit): number;
  /** Judges statements of answers; null if no model is configured for it. */
  readonly judge: ModelJudge | null;
  /** Does work in advance that would otherwise delay the first question. Never throws. */
  warmUp(): Promise<void>;
  /**
   * The problems that will prevent a model from writing, one sentence each, for the log at startup. Never
   * throws.
   */
  findProblems(signal: AbortSignal): Promise<readonly string[]>;
  /** Asks each model for one word. Rejects only with the signal's reason. */
  diagnose(signal: AbortSignal): Promise<readonly Diagnosis[]>;
};

/** The name of a provider in the settings. */
type ProviderName = keyof typeof providers | 'extractive';

/** One model, as configured in the settings. */
type ModelChoice = Pick<ProviderOptions, 'apiKey' | 'baseUrl' | 'modelName'> & {
  readonly provider: ProviderName;
};

/** The parts from which the writers are made. */
type WritingOptions = Pick<ProviderOptions, 'fetch' | 'userAgent'> & {
  /** The first model, and the model that writes if the first one fails; empty if none is configured. */
  readonly models: readonly ModelChoice[];
  /** The model that judges statements; null if none is configured. */
  readonly judge: CalledModel | null;
  readonly timeoutMs: number;
  readonly limits: PromptLimits;
  /** Whether the amount of source text follows the speed of the first model. */
  readonly followsSpeed: boolean;
  /** Shows passages in place of an answer (`extractive`). */
  readonly passages: Writer;
  /** Observes a call of a model that begins now; `provider` is its name in the settings. */
  observeCall(model: { readonly provider: string; readonly name: () => string }): CallObserver;
  /** What tokens of a model cost; absent without prices. */
  costOf?(model: { readonly provider: string; readonly name: string }, usage: Usage): number;
  /** Called once for a model whose server reads only a part of long prompts. */
  onCut(cut: CutPrompt, name: string): void;
  /** Called when the second model, `name`, has to write. */
  onFallback(failure: Failure, name: string): void;
};

const providers = {
  'openai-compatible': createOpenAiCompatible,
  openai: createOpenAi,
  anthropic: createAnthropic,
  google: createGoogle,
  mistral: createMistral,
  ollama: createOllama,
} as const satisfies Readonly<Record<string, (options: OllamaOptions) => ModelProvider>>;

const NO_MODEL: Diagnosis = {
  name: 'model',
  ok: false,
  cause: 'none is configured, so no answer can be written',
  remedy: 'set MODEL_PROVIDER, or MODEL_BASE_URL, or MODEL_PROVIDER=extractive for passages of the sources',
};
const PASSAGES: Diagnosis = {
  name: 'model (extractive)',
  ok: true,
  cause: 'passages of the sources are shown in place of an answer; no model is asked',
  remedy: '',
};

/** The configured writer, with the fallback if there is one, and the configured judge. */
export function createWriting(options: WritingOptions): Writing {
  const judge = options.judge && modelJudge(options.judge, options);
  const models = options.models.map((choice, at) =>
    openModel(choice, options, at === 0 ? 'MODEL_' : 'MODEL_FALLBACK_'),
  );
  const [one, other] = models;
  if (one === undefined)
    return { ...WITHOUT_MODEL, judge, writer: null, deepWriter: null, diagnose: async () => [NO_MODEL] };
  const { fitLength, writer: plain, ...first } = one;
  const second = other?.writer ?? null;
  const writer = fitLength?.(plain) ?? plain;
  const { onFallback, limits } = options;
  return {
    ...first,
    judge,
    mostCost: (split) => Math.max(...models.map((model) => model.mostCost?.(split) ?? 0)),
    writer:
      second === null ? writer : withFallback(writer, second, (failure) => onFallback(failure, second.name)),
    // Passages need no second attempt.
    deepWriter: writer.needsSources
      ? writer
      : withShorterSecond(writer, second ?? writer, limits.contextTokens),
    warmUp: async () => void (await Promise.all(models.map((model) => model.warmUp()))),
    findProblems: async (signal) =>
      (await Promise.all(models.map((model) => model.findProblems(signal)))).flat(),
    diagnose: async (signal) => (await Promise.all(models.map((model) => model.diagnose(signal)))).flat(),
  };
}

/** A configured model that is called through an API. */
type CalledModel = ModelChoice & { readonly provider: keyof typeof providers };

function modelJudge(choice: CalledModel, options: WritingOptions): ModelJudge {
  const { model } = openProvider(choice, options);
  const { timeoutMs } = options;
  return (task, signal) => judgeStatements({ model, timeoutMs }, task, signal);
}

/** A model whose calls are observed, whatever it is asked for. */
function openProvider(
  { provider, ...choice }: CalledModel,
  { fetch, userAgent, limits, observeCall, costOf }: WritingOptions,
  meter?: ThroughputMeter,
): ModelProvider {
  const settings = { ...choice, fetch, userAgent, windowNeed: windowNeed(limits), meter };
  const provided = providers[provider](settings);
  const { name } = provided;
  const observe = () => observeCall({ provider, name });
  const priced = costOf && { costOf: (usage: Usage) => costOf({ provider, name: name() }, usage) };
  return { ...provided, model: { ...provided.model, observe, ...priced } };
}

const WITHOUT_MODEL: Pick<
  Writing,
  'understand' | 'researcher' | 'fitSources' | 'fitDeep' | 'warmUp' | 'findProblems'
> = {
  understand: (question, timeoutMs, signal) => understand({ model: null, timeoutMs }, question, signal),
  researcher: createResearcher(null),
  fitSources: null,
  fitDeep: null,
  warmUp: async () => undefined,
  findProblems: async () => [],
};

/** One model: its own writer, without anything around it, and everything else that it is asked for. */
type OpenModel = Omit<Writing, 'writer' | 'deepWriter' | 'judge'> & {
  readonly writer: Writer;
  /** Lets its answers end in time; null if they do not follow its speed. */
  readonly fitLength: ((writer: Writer) => Writer) | null;
};

function openModel(
  { provider, ...choice }: ModelChoice,
  settings: WritingOptions,
  settingsPrefix: SettingsPrefix,
): OpenModel {
  const { limits, timeoutMs, passages, followsSpeed } = settings;
  if (provider === 'extractive')
    return { ...WITHOUT_MODEL, fitLength: null, writer: passages, diagnose: async () => [PASSAGES] };
  const meter = new ThroughputMeter((cut) => settings.onCut(cut, name()));
  const provided = openProvider({ ...choice, provider }, settings, meter);
  const { name, findProblem, model } = provided;
  const profile = () => promptProfileFor(name(), meter.parameters);
  // The second model takes over with the sources of the first one.
  const isPaced = followsSpeed && settingsPrefix === 'MODEL_';
  const usualTokens = limits.contextTokens;
  const paced: PacedModel = { pace: meter, profile, timeoutMs, usualTokens, followsSpeed: isPaced };
  const writer = createModelWriter({ model, name, profile, timeoutMs, settingsPrefix });
  const address = choice.baseUrl === null ? provider : `${provider} at ${toPublicUrl(choice.baseUrl)}`;
  const subject = {
    ...{ provider: provided, place: `(${address})`, timeoutMs, settingsPrefix },
    windowNeed: windowNeed(limits),
    async measurePace(signal: AbortSignal) {
      if (!isPaced) return '';
      await measurePace(provided, paced, signal);
      return describePace(paced);
    },
  };
  return {
    writer,
    fitLength: isPaced ? (next) => withFittedLength(next, paced) : null,
    understand: (question, timeoutMs, signal) => understand({ model, timeoutMs }, question, signal),
    researcher: createResearcher(model),
    mostCost: (split) => model.costOf?.(toUsage(split)) ?? 0,
    fitSources: (question, times) => fitSources(paced, question, times),
    fitDeep: isPaced ? () => fitDeep(paced) : null,
    warmUp: async () => {
      await provided.warmUp();
      await measurePace(provided, paced, new AbortController().signal);
    },
    async findProblems(signal) {
      const problem = (await findProblem?.(signal)) ?? null;
      return problem === null ? [] : [problem.replaceAll('MODEL_', settingsPrefix)];
    },
    diagnose: async (signal) => [await diagnoseModel(subject, signal)],
  };
}
