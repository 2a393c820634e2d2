import { Failure } from '../core/failure.ts';
import { isStopWord, stem, toWords } from '../core/words.ts';
import { type Candidate, toCandidates } from './candidates.ts';
import { escapeMarkdown } from './quote.ts';
import type { Writer } from './writer.ts';

const MAX_WORDS = 120;
const MAX_QUOTES = 5;
/** A sentence that answers less than this share of what the first one answers is not worth reading. */
const LEAST_SHARE = 0.35;
/** Two sentences that share this much of what the shorter one says beyond the question say the same. */
const SAME_SHARE = 0.75;

/**
 * Answers without a model: quotes the sentences of the sources that hold most of the question, word for word and numbered;
 * the best one first, as a paragraph, then up to four others as a list, about 120 words in all. The same sources give the
 * same answer. Fails with `model-unavailable` when no source has any text.
 */
export function createExtractiveWriter(): Writer {
  return {
    name: 'extractive',
    needsSources: true,
    async *write({ question, sources }, signal) {
      signal.throwIfAborted();
      const [lead, ...others] = choose(toCandidates(question, sources), toStems(question.text));
      if (lead === undefined) throw new Failure('model-unavailable', 'The sources hold no text to quote.');
      yield { type: 'text', text: cited(lead) };
      for (const [at, other] of others.entries()) {
        yield { type: 'text', text: `${at === 0 ? '\n\n' : '\n'}- ${cited(other)}` };
      }
      yield { type: 'usage', tokens: 0 };
    },
  };
}

/** The sentences to quote, best first. Where none holds a word of the question, the first one there is. */
function choose(candidates: readonly Candidate[], asked: ReadonlySet<string>): Candidate[] {
  const ranked = candidates.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  const lead = ranked[0] ?? candidates[0];
  if (lead === undefined) return [];
  const chosen = [lead];
  const said = [toStems(lead.text).difference(asked)];
  let words = lead.words;
  for (const candidate of ranked.slice(1)) {
    if (chosen.length === MAX_QUOTES || candidate.score < LEAST_SHARE * lead.score) break;
    if (words + candidate.words > MAX_WORDS) continue;
    const news = toStems(candidate.text).difference(asked);
    if (said.some((other) => isSame(news, other))) continue;
    chosen.push(candidate);
    said.push(news);
    words += candidate.words;
  }
  return chosen;
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.intersection(other).size >= SAME_SHARE * Math.min(one.size, other.size);
}

function toStems(text: string): Set<string> {
  return new Set(
    toWords(text)
      .filter((word) => !isStopWord(word))
      .map(stem),
  );
}

function cited({ text, index }: Candidate): string {
  return `“${escapeMarkdown(text)}” [${index}]`;
}
