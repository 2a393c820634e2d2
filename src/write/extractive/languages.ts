import type { Source } from '../../core/source.ts';
import { detectLanguage } from '../../lib/text/language.ts';
import { asOneLine, translateQuestion } from '../../lib/text/translate-question.ts';
import { stem, toWords } from '../../lib/text/words.ts';
import type { WritingTask } from '../writer.ts';

/** The number of characters of a source that are examined to detect its language. */
const LANGUAGE_CHARS = 2_000;

/** The question and the sources of one language. */
export type LanguagePart = Pick<WritingTask, 'question' | 'sources'> & {
  /** ISO 639-1 code of a language into which the question was translated; null for its own. */
  readonly language: string | null;
};

/**
 * The sources by their language, each with the question in that language as far as its words are known. Those
 * in the language of the question come first, with those whose language is not known.
 */
export function byLanguage({ question, sources }: Pick<WritingTask, 'question' | 'sources'>): LanguagePart[] {
  const groups = [...Map.groupBy(sources, languageOf)].map(([language, all]) => {
    const translated = translateQuestion(question.text, language);
    if (translated === null) return { language: null, question, sources: all };
    const text = asOneLine(translated, vocabularyOf(all));
    return { language, question: { ...question, text }, sources: all };
  });
  const own = groups.filter(({ language }) => language === null).flatMap((group) => group.sources);
  const foreign = groups.filter(({ language }) => language !== null);
  return own.length === 0 && foreign.length > 0
    ? foreign
    : [{ language: null, question, sources: own }, ...foreign];
}

function languageOf({ title, passages }: Source): string {
  const text = [title, ...passages.map((passage) => passage.text)].join('\n');
  return detectLanguage(text.slice(0, LANGUAGE_CHARS));
}

function vocabularyOf(sources: readonly Source[]): ReadonlySet<string> {
  return new Set(
    sources.flatMap(({ title, passages }) =>
      toWords([title, ...passages.map(({ text }) => text)].join('\n')).map(stem),
    ),
  );
}
