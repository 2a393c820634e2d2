import type { Embed, EmbedTexts, RankPassages, ScorePassages } from '../../core/ranking.ts';
import type { Diagnosis } from '../../core/status.ts';
import type { Upstream } from '../../net/upstream.ts';
import { createEmbedder, rankByMeaning } from './embedder.ts';
import { createReranker } from './reranker.ts';
import { wordScores } from './word-scores.ts';

/** The operator's models that rank passages, if there are any. */
export type Ranking = {
  /** Null if words alone rank passages. */
  readonly rank: RankPassages | null;
  /** Null without an embedding model. */
  readonly embed: Embed | null;
  /** Embeds the texts of callers; null without an embedding model. */
  readonly embedTexts: EmbedTexts | null;
  /** Scores the passages of callers by the reranker, or by words if there is none or it fails. */
  readonly score: ScorePassages;
  /** Makes one real call to each model. Rejects only with the signal's reason. */
  diagnose(signal: AbortSignal): Promise<readonly Diagnosis[]>;
};

/** A model as configured in the settings; it is not used without a URL. */
type ConfiguredModel = {
  readonly url: string | null;
  readonly model: string | null;
  readonly key: string | null;
};

/** The models, and the listeners for their calls and suspensions; `name` is `reranker` or `embedder`. */
export type RankingOptions = {
  readonly reranker: ConfiguredModel;
  readonly embedder: ConfiguredModel;
  readonly upstream: Upstream;
  onCall(name: string, outcome: string, tookMs: number): void;
  onRest(name: string, cause: string): void;
};

/** The configured models; the reranker ranks if there is one, otherwise the embedding model. */
export function createRanking({ upstream, onCall, onRest, ...models }: RankingOptions): Ranking {
  const optionsOf = (name: 'reranker' | 'embedder') => {
    const { url, ...choice } = models[name];
    if (url === null) return null;
    const observers = { onCall: onCall.bind(null, name), onRest: onRest.bind(null, name) };
    return { ...choice, url, upstream, ...observers };
  };
  const [rerankerOptions, embedderOptions] = [optionsOf('reranker'), optionsOf('embedder')];
  const reranker = rerankerOptions && createReranker(rerankerOptions);
  const embedder = embedderOptions && createEmbedder(embedderOptions);
  const embed = embedder?.embed ?? null;
  return {
    rank: reranker?.rank ?? (embed && rankByMeaning(embed)),
    embed,
    embedTexts: embedder?.embedTexts ?? null,
    score: async (task, signal) =>
      (await reranker?.score(task, signal)) ?? {
        scores: await wordScores(task.question, task.passages),
        model: null,
      },
    diagnose: (signal) =>
      Promise.all([reranker, embedder].flatMap((model) => (model === null ? [] : [model.diagnose(signal)]))),
  };
}
