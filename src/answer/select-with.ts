import { select } from '@sayso/passages';
import { withSpellings } from '@sayso/text/spelling.ts';
import type { RankPassages } from '../core/ranking.ts';
import type { GatherDeps, SourceChoice } from './steps.ts';

/**
 * Selects sources with a model that ranks their passages. Without a model, or if it fails, the passages are
 * ranked by their words alone.
 */
export function selectWith(rank: RankPassages | null): GatherDeps['select'] {
  if (rank === null) return (choice) => select(respelled(choice));
  return (choice, timeoutMs, signal) =>
    select({
      ...respelled(choice),
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

/** The choice with a question that is followed by the words that its misspelled ones mean. */
function respelled(choice: SourceChoice): SourceChoice {
  const { question, hits, pages } = choice;
  // Titles, snippets and texts; the beginning of these says enough.
  const texts = hits.flatMap(({ url, title, snippet, text = '' }) => [
    title,
    snippet,
    pages.get(url)?.text ?? text,
  ]);
  const text = withSpellings(question.text, texts);
  return text === question.text ? choice : { ...choice, question: { ...question, text } };
}
