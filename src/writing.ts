import { answerWordsFor } from './answer/answer-words-for.ts';
import type { Settings } from './config/settings.ts';
import type { Diagnosis } from './core/status.ts';
import { toPublicUrl } from './core/url.ts';
import type { Log } from './observe/log.ts';
import { createCondense } from './write/condense/condense.ts';
import { createRewrite } from './write/condense/rewrite.ts';
import type { Condense } from './write/condenser.ts';
import { createExtractiveWriter } from './write/extractive/extractive.ts';
import { withFallback } from './write/fallback.ts';
import { diagnoseModel } from './write/model/diagnose-model.ts';
import { createModelWriter } from './write/model/model.ts';
import type { SettingsPrefix } from './write/model/model-failure.ts';
import type { ModelProvider, ProviderOptions } from './write/model/provider.ts';
import { createAnthropic } from './write/model/providers/anthropic.ts';
import { createGoogle } from './write/model/providers/google.ts';
import { createMistral } from './write/model/providers/mistral.ts';
import { createOllama, type OllamaOptions, toPullCommand } from './write/model/providers/ollama.ts';
import { createOpenAi } from './write/model/providers/openai.ts';
import { createOpenAiCompatible } from './write/model/providers/openai-compatible.ts';
import { windowNeed } from './write/window-need.ts';
import type { Writer } from './write/writer.ts';

/** The configured models. */
export type Writing = {
  /** Null if no model is configured. */
  readonly writer: Writer | null;
  /** Works out what a follow-up means. */
  readonly condense: Condense;
  /** Does work in advance that would otherwise delay the first question. Never throws. */
  warmUp(): Promise<void>;
  /** What will prevent a model from writing, one sentence each, for the log at startup. Never throws. */
  findTroubles(signal: AbortSignal): Promise<readonly string[]>;
  /** Asks each model for one word. Rejects only with the signal's reason. */
  diagnose(signal: AbortSignal): Promise<readonly Diagnosis[]>;
};

/** Wraps each model; `provider` is its name in the settings. */
type WrapWriter = (writer: Writer, provider: string, isFirst: boolean) => Writer;
type Outside = Pick<ProviderOptions, 'fetch' | 'userAgent'>;
type ProviderName = NonNullable<Settings['modelProvider']>;

const providers: Readonly<
  Record<Exclude<ProviderName, 'extractive'>, (options: OllamaOptions) => ModelProvider>
> = {
  'openai-compatible': createOpenAiCompatible,
  openai: createOpenAi,
  anthropic: createAnthropic,
  google: createGoogle,
  mistral: createMistral,
  ollama: createOllama,
};

const NO_MODEL: Diagnosis = {
  name: 'model',
  ok: false,
  cause: 'none is configured, so no answer can be written',
  remedy: 'set MODEL_PROVIDER, or MODEL_BASE_URL, or MODEL_PROVIDER=extractive for quotes from the sources',
};
const QUOTES: Diagnosis = {
  name: 'model (extractive)',
  ok: true,
  cause: 'answers are quotes from the sources; no model is asked',
  remedy: '',
};

/**
 * The configured writer, with the fallback if there is one; the log reports when the fallback has to write.
 */
export function createWriting(settings: Settings, outside: Outside, log: Log, wrap: WrapWriter): Writing {
  const { modelProvider, fallbackProvider } = settings;
  if (modelProvider === null)
    return {
      writer: null,
      condense: createCondense(null),
      warmUp: async () => undefined,
      findTroubles: async () => [],
      diagnose: async () => [NO_MODEL],
    };
  const create = (
    provider: ProviderName,
    of: Pick<ProviderOptions, 'apiKey' | 'baseUrl' | 'modelName'>,
    prefix: SettingsPrefix,
  ) => {
    const options = { ...outside, ...of, windowNeed: windowNeed(settings) };
    const one = createOne(provider, options, settings.modelTimeoutMs, prefix);
    return { ...one, writer: wrap(one.writer, provider, prefix === 'MODEL_') };
  };
  const first = create(
    modelProvider,
    { apiKey: settings.modelApiKey, baseUrl: settings.modelBaseUrl, modelName: settings.modelName },
    'MODEL_',
  );
  if (fallbackProvider === null) return first;
  const second = create(
    fallbackProvider,
    { apiKey: settings.fallbackApiKey, baseUrl: settings.fallbackBaseUrl, modelName: settings.fallbackName },
    'MODEL_FALLBACK_',
  );
  return {
    writer: withFallback(first.writer, second.writer, ({ message }) =>
      log.warn({ reason: message, model: second.writer.name }, 'the second model writes'),
    ),
    condense: first.condense,
    warmUp: async () => {
      await Promise.all([first.warmUp(), second.warmUp()]);
    },
    findTroubles: async (signal) =>
      (await Promise.all([first.findTroubles(signal), second.findTroubles(signal)])).flat(),
    diagnose: async (signal) => (await Promise.all([first.diagnose(signal), second.diagnose(signal)])).flat(),
  };
}

function createOne(
  provider: ProviderName,
  options: OllamaOptions,
  timeoutMs: number,
  settingsPrefix: SettingsPrefix,
): Writing & { readonly writer: Writer } {
  if (provider === 'extractive')
    return {
      writer: createExtractiveWriter(answerWordsFor),
      condense: createCondense(null),
      warmUp: async () => undefined,
      findTroubles: async () => [],
      diagnose: async () => [QUOTES],
    };
  const { model, name, warmUp, findTrouble, contextWindow } = providers[provider](options);
  const writer = createModelWriter({ model, name, timeoutMs, now: () => new Date(), settingsPrefix });
  const place = options.baseUrl === null ? provider : `${provider} at ${toPublicUrl(options.baseUrl)}`;
  const install = provider === 'ollama' ? toPullCommand : null;
  const subject = {
    model,
    modelName: name,
    place: `(${place})`,
    timeoutMs,
    settingsPrefix,
    install,
    contextWindow: contextWindow ?? null,
    windowNeed: options.windowNeed,
  };
  return {
    writer,
    condense: createCondense(createRewrite(model)),
    warmUp,
    async findTroubles(signal) {
      const trouble = (await findTrouble?.(signal)) ?? null;
      return trouble === null ? [] : [trouble.replaceAll('MODEL_', settingsPrefix)];
    },
    diagnose: async (signal) => [await diagnoseModel(subject, signal)],
  };
}
