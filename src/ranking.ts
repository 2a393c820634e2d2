import type { GatherSteps } from './answer/steps.ts';
import type { Settings } from './config/settings.ts';
import type { Embed, RankPassages } from './core/ranking.ts';
import type { Diagnosis } from './core/status.ts';
import type { Upstream } from './net/upstream.ts';
import type { Log } from './observe/log.ts';
import type { Metrics } from './observe/metrics.ts';
import { createEmbedder, rankByMeaning } from './rank/embedder.ts';
import { createReranker } from './rank/reranker.ts';
import { select } from './select/select.ts';

/** The operator's models that rank passages, if there are any. */
export type Ranking = {
  readonly select: GatherSteps['select'];
  /** Null without an embedding model. */
  readonly embed: Embed | null;
  /** Makes one real call to each model. Rejects only with the signal's reason. */
  diagnose(signal: AbortSignal): Promise<readonly Diagnosis[]>;
};

/** The network, metrics and log of the models. */
type RankingParts = { readonly upstream: Upstream; readonly metrics: Metrics; readonly log: Log };

/**
 * The configured ranking, with the reranker if there is one; without a model, words alone select passages.
 */
export function createRanking(settings: Settings, parts: RankingParts): Ranking {
  const { rerankUrl, rerankModel, rerankKey, embedUrl, embedModel, embedKey } = settings;
  const reranker =
    rerankUrl === null
      ? null
      : createReranker({
          url: rerankUrl,
          model: rerankModel,
          key: rerankKey,
          ...observing('reranker', parts),
        });
  const embedder =
    embedUrl === null
      ? null
      : createEmbedder({
          url: embedUrl,
          model: embedModel,
          key: embedKey,
          ...observing('embedder', parts),
        });
  const embed = embedder?.embed ?? null;
  return {
    select: selecting(reranker?.rank ?? (embed && rankByMeaning(embed))),
    embed,
    diagnose: (signal) =>
      Promise.all([reranker, embedder].flatMap((model) => (model === null ? [] : [model.diagnose(signal)]))),
  };
}

function observing(name: string, { upstream, metrics, log }: RankingParts) {
  return {
    upstream,
    onCall: (outcome: string, tookMs: number) =>
      metrics.observe('rankingDuration', { model: name, outcome }, tookMs / 1000),
    onRest: (cause: string) => log.warn({ cause }, `the ${name} is suspended`),
  };
}

function selecting(rank: RankPassages | null): GatherSteps['select'] {
  if (rank === null) return select;
  return (choice, timeoutMs, signal) =>
    select({
      ...choice,
      async rank(passages) {
        try {
          return await rank({ question: choice.question.text, passages, timeoutMs }, signal);
        } catch (error) {
          // The deadline of the answer has passed, which ends all later work; the sources are still of use.
          if (!signal.aborted) throw error;
          return null;
        }
      },
    });
}
