import { estimateTokens } from '@sayso/text/tokens.ts';
import { toFailure } from '../core/failure.ts';
import { addUsage, toUsage, type Usage } from '../core/usage.ts';
import type { Writer } from '../write/writer.ts';
import type { Metrics } from './metrics.ts';

/** OpenTelemetry's names of model providers; others keep their own name. */
const GEN_AI_PROVIDERS: Readonly<Record<string, string>> = {
  'openai-compatible': 'openai',
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
};

/**
 * Wraps the writer of a single model, not a combination with a fallback, and counts its calls, their duration,
 * the time to their first words and tokens.
 */
export function measuredWriter(writer: Writer, provider: string, metrics: Metrics): Writer {
  return {
    get name() {
      return writer.name;
    },
    needsSources: writer.needsSources,
    async *write(task, signal) {
      const startedAtMs = performance.now();
      const secondsSoFar = () => (performance.now() - startedAtMs) / 1000;
      let firstTextSeconds: number | null = null;
      let usage: Usage | null = null;
      /** Text that `usage` does not include. */
      let uncounted = '';
      // If nothing else is noted, its reader has left.
      let errorType = 'cancelled';
      try {
        for await (const part of writer.write(task, signal)) {
          if (part.type === 'text') {
            firstTextSeconds ??= secondsSoFar();
            uncounted += part.text;
          }
          if (part.type === 'usage') {
            usage = part;
            uncounted = '';
          }
          yield part;
        }
        errorType = '';
      } catch (error) {
        errorType = toFailure(error).code;
        throw error;
      } finally {
        const labels = {
          gen_ai_operation_name: 'chat',
          gen_ai_provider_name: GEN_AI_PROVIDERS[provider] ?? provider,
          gen_ai_request_model: writer.name,
        };
        metrics.modelDuration.observe({ ...labels, error_type: errorType }, secondsSoFar());
        if (firstTextSeconds !== null) metrics.modelFirstChunk.observe(labels, firstTextSeconds);
        if (usage !== null && errorType !== '')
          usage = addUsage(usage, toUsage({ input: 0, output: estimateTokens(uncounted) }));
        for (const [type, tokens] of tokensOf(usage))
          metrics.modelTokens.observe({ ...labels, gen_ai_token_type: type }, tokens);
      }
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
