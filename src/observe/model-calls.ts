import type { CallObserver, Usage } from '../core/usage.ts';
import type { Metrics } from './metrics.ts';

/** OpenTelemetry's names of model providers; others keep their own name. */
const GEN_AI_PROVIDERS: Readonly<Record<string, string>> = {
  'openai-compatible': 'openai',
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
};

/**
 * Counts a call of a model that begins now, its duration, the time to its first text and its tokens. The name
 * of the model is read at the end, because some names become known late.
 */
export function observeModelCall(
  { provider, name }: { readonly provider: string; readonly name: () => string },
  metrics: Metrics,
): CallObserver {
  const startedAtMs = performance.now();
  const secondsSoFar = () => (performance.now() - startedAtMs) / 1000;
  let firstTextSeconds: number | null = null;
  return {
    begin() {
      firstTextSeconds = secondsSoFar();
    },
    end(errorType, usage) {
      const labels = {
        gen_ai_operation_name: 'chat',
        gen_ai_provider_name: GEN_AI_PROVIDERS[provider] ?? provider,
        gen_ai_request_model: name(),
      };
      metrics.modelDuration.observe({ ...labels, error_type: errorType }, secondsSoFar());
      if (firstTextSeconds !== null) metrics.modelFirstChunk.observe(labels, firstTextSeconds);
      for (const [type, tokens] of tokensOf(usage))
        metrics.modelTokens.observe({ ...labels, gen_ai_token_type: type }, tokens);
    },
  };
}

/** The tokens by their type: a total if the model did not say more. */
function tokensOf(usage: Usage | null): readonly (readonly [type: string, tokens: number])[] {
  if (usage === null) return [];
  const { tokens, split } = usage;
  if (split === undefined) return [['total', tokens]];
  return [
    ['input', split.input],
    ['output', split.output],
  ];
}
