import { fieldOf } from '@sayso/text/own-value.ts';
import { toPublicUrl } from '@sayso/text/url.ts';
import { defaultModels } from '../../core/default-models.ts';
import type { PlainFetch } from '../../net/http-client.ts';
import { withBoundedBodies } from '../bounded-body.ts';
import { findContextWindow } from '../find-context-window.ts';
import { findFirstModel } from '../first-model.ts';
import type { JsonMode, LanguageModelLike } from '../language-model.ts';
import { fixedName, listedName, type ModelName } from '../model-name.ts';
import { createProvider, type ModelProvider, type ProviderOptions } from '../provider.ts';
import { openStreamedCall } from '../streamed-call.ts';
import { OPENAI_URL } from './by-sdk.ts';
import { toChatMessages } from './chat-messages.ts';
import { readChatParts } from './chat-parts.ts';

const LISTING_TIMEOUT_MS = 2_000;

/** Without this field, the default model would think before it answers, and the reader would have to wait. */
const USUAL_MODEL_EXTRAS = { reasoning_effort: 'none' };

/** A model behind OpenAI's chat completions: OpenRouter, vLLM, llama.cpp; OpenAI without a base URL. */
export function createOpenAiCompatible(options: ProviderOptions): ModelProvider {
  const baseUrl = (options.baseUrl ?? OPENAI_URL).replace(/\/+$/, '');
  const extras = options.baseUrl === null && options.modelName === null ? USUAL_MODEL_EXTRAS : {};
  const name = createName(options, baseUrl);
  const fetch = withBoundedBodies(options.fetch);
  const api = { url: `${baseUrl}/chat/completions`, headers: headersOf(options), fetch };
  const load = async () => (model: string) => createChat(api, { model, ...extras });
  const provider = createProvider(name, load, options.meter);
  if (options.baseUrl === null) return provider;
  const listing = { baseUrl, headers: headersOf(options), fetch: options.fetch };
  return {
    ...provider,
    contextWindow: (signal) => findContextWindow(listing, name.current, signal),
    async remedyNotFound() {
      const withVersion = { ...listing, baseUrl: `${baseUrl}/v1` };
      const listed = await findFirstModel(withVersion, LISTING_TIMEOUT_MS);
      return listed === null ? null : `try MODEL_BASE_URL=${toPublicUrl(withVersion.baseUrl)}`;
    },
  };
}

type ChatApi = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: PlainFetch;
};

/** One model; `fields` are the fields of its requests other than the messages. */
function createChat({ url, headers, fetch }: ChatApi, fields: { readonly model: string }): LanguageModelLike {
  return {
    async doStream({ prompt, abortSignal: signal, responseFormat }) {
      const messages = toChatMessages(prompt);
      const body = JSON.stringify({
        ...fields,
        messages,
        stream: true,
        stream_options: { include_usage: true },
        ...(responseFormat !== undefined && { response_format: toResponseFormat(responseFormat) }),
      });
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal,
      };
      const reply = await openStreamedCall({ url, send: () => fetch(url, init), codeOf, signal });
      return { stream: readChatParts(reply) };
    },
  };
}

function toResponseFormat({ schema }: JsonMode) {
  if (schema === undefined) return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name: 'answer', schema } };
}

/** The names of an error, in the two places where servers put them. */
function codeOf(error: unknown): string {
  const names = [fieldOf(error, 'code'), fieldOf(error, 'type')];
  return names.filter((name) => typeof name === 'string').join(' ');
}

function createName(options: ProviderOptions, baseUrl: string): ModelName {
  if (options.modelName !== null) return fixedName(options.modelName);
  if (options.baseUrl === null) return fixedName(defaultModels.openai);
  return listedName({ baseUrl, headers: headersOf(options), fetch: options.fetch });
}

function headersOf({ apiKey, userAgent }: ProviderOptions): Readonly<Record<string, string>> {
  const authorization = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
  return { 'user-agent': userAgent, ...authorization };
}
