import type { RankPassages } from '../../core/ranking.ts';
import type { Hit } from '../../core/source.ts';
import { select } from '../../lib/passages/index.ts';
import { divideQuestion } from '../../lib/text/joined-things.ts';
import { detectLanguage } from '../../lib/text/language.ts';
import { withSpellings } from '../../lib/text/spelling.ts';
import { translateQuestion } from '../../lib/text/translate-question.ts';
import type { GatherDeps, SourceChoice } from '../steps.ts';

/**
 * Selects sources with a model that ranks their passages. Without a model, or if it fails, the passages are
 * ranked by their words alone. Texts in another language than the question are compared with its words in
 * their language.
 */
export function selectWith(rank: RankPassages | null): GatherDeps['select'] {
  if (rank === null) return (choice) => select(inLanguagesOfHits(choice));
  return (choice, timeoutMs, signal) =>
    select({
      ...inLanguagesOfHits(choice),
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

/** The choice with a question that is followed by its words in the languages of the hits. */
function inLanguagesOfHits(choice: SourceChoice): SourceChoice {
  const { question, hits } = choice;
  const languages = new Set(hits.map(languageOf));
  const words = [...languages].flatMap((language) => translateQuestion(question.text, language) ?? []).flat();
  const text = [question.text, ...words].join(' ');
  const divided = divideQuestion(
    question.text,
    hits.map(({ title }) => title),
    [...languages],
  );
  const alone = divided === null ? [] : divided.things.map((thing) => thing.question);
  const all = withSpellings([text, ...alone].join(' '), textsOf(choice));
  return all === question.text ? choice : { ...choice, question: { ...question, text: all } };
}

/** What is known of the hits: titles and snippets, and their texts, of which the beginning says enough. */
function textsOf({ hits, pages }: SourceChoice): readonly string[] {
  return hits.flatMap(({ url, title, snippet, text = '' }) => [title, snippet, pages.get(url)?.text ?? text]);
}

function languageOf({ title, snippet }: Hit): string {
  return detectLanguage(`${title} ${snippet}`);
}
