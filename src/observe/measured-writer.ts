import { estimateTokens } from '@sayso/text/tokens.ts';
import { toFailure } from '../core/failure.ts';
import { addUsage, toUsage, type Usage } from '../core/usage.ts';
import type { Writer, WrittenPart } from '../write/writer.ts';
import type { Metrics } from './metrics.ts';

/** The metrics that count the calls of a model, and the name that they use. */
export type Measuring = {
  readonly metrics: Metrics;
  /** The provider of the model, as OpenTelemetry names it: `openai`, `mistral_ai`. */
  readonly provider: string;
};

/** Wraps a writer and counts its calls, their duration, the time to their first words and tokens. */
export function measuredWriter(writer: Writer, measuring: Measuring): Writer {
  return {
    get name() {
      return writer.name;
    },
    needsSources: writer.needsSources,
    async *write(task, signal) {
      const { see, end } = startMeter(writer, measuring);
      // If nothing else is noted, its reader has left.
      let errorType = 'cancelled';
      try {
        for await (const part of writer.write(task, signal)) {
          see(part);
          yield part;
        }
        errorType = '';
      } catch (error) {
        errorType = toFailure(error).code;
        throw error;
      } finally {
        end(errorType);
      }
    },
  };
}

/** Watches one draft; `end` gets the code of the failure that ended it, empty if it is complete. */
function startMeter(writer: Writer, measuring: Measuring) {
  const startedAtMs = performance.now();
  const secondsSoFar = () => (performance.now() - startedAtMs) / 1000;
  let firstTextSeconds: number | null = null;
  let usage: Usage | null = null;
  /** Text that `usage` does not include. */
  let uncounted = '';
  return {
    see(part: WrittenPart) {
      if (part.type === 'text') {
        firstTextSeconds ??= secondsSoFar();
        uncounted += part.text;
      }
      if (part.type === 'usage') {
        usage = part;
        uncounted = '';
      }
    },
    end(errorType: string) {
      if (usage !== null && errorType !== '')
        usage = addUsage(usage, toUsage({ input: 0, output: estimateTokens(uncounted) }));
      recordCall(writer.name, measuring, { seconds: secondsSoFar(), firstTextSeconds, usage, errorType });
    },
  };
}

type Call = {
  readonly seconds: number;
  readonly firstTextSeconds: number | null;
  readonly usage: Usage | null;
  readonly errorType: string;
};

function recordCall(
  model: string,
  { metrics, provider }: Measuring,
  { seconds, firstTextSeconds, usage, errorType }: Call,
): void {
  const labels = {
    gen_ai_operation_name: 'chat',
    gen_ai_provider_name: provider,
    gen_ai_request_model: model,
  };
  metrics.modelDuration.observe({ ...labels, error_type: errorType }, seconds);
  if (firstTextSeconds !== null) metrics.modelFirstChunk.observe(labels, firstTextSeconds);
  if (usage === null) return;
  const { tokens, split } = usage;
  const recordTokens = (type: string, count: number) =>
    metrics.modelTokens.observe({ ...labels, gen_ai_token_type: type }, count);
  if (split === undefined) recordTokens('total', tokens);
  else {
    recordTokens('input', split.input);
    recordTokens('output', split.output);
  }
}
