import de from '@sayso/text/languages/de/verdicts.json' with { type: 'json' };
import en from '@sayso/text/languages/en/verdicts.json' with { type: 'json' };
import es from '@sayso/text/languages/es/verdicts.json' with { type: 'json' };
import fr from '@sayso/text/languages/fr/verdicts.json' with { type: 'json' };
import it from '@sayso/text/languages/it/verdicts.json' with { type: 'json' };
import ja from '@sayso/text/languages/ja/verdicts.json' with { type: 'json' };
import pt from '@sayso/text/languages/pt/verdicts.json' with { type: 'json' };
import zh from '@sayso/text/languages/zh/verdicts.json' with { type: 'json' };
import { once } from '@sayso/text/once.ts';
import { isStopWord } from '@sayso/text/words.ts';

/** The words of a language that show what a statement does, in lower case. */
export type VerdictWords = {
  /** Words for a source: `article`. */
  readonly sources: ReadonlySet<string>;
  /** Words that deny: `not`. */
  readonly denying: ReadonlySet<string>;
  /** Participles that say, together with a denial, that something is not told: `mentioned`. */
  readonly unstated: ReadonlySet<string>;
  /** Words that only report what a source says: `according`. */
  readonly reporting: ReadonlySet<string>;
  /** Words before a reason: `because`. */
  readonly because: ReadonlySet<string>;
  /** Words with which advice begins; in Chinese and Japanese, parts of it. */
  readonly advising: ReadonlySet<string>;
  /** Words for the reader: `you`. */
  readonly reader: ReadonlySet<string>;
  /** Words for the writer: `I`. */
  readonly writer: ReadonlySet<string>;
  /** Pronouns besides the stop words; capitals at the start of a sentence make them no names. */
  readonly pronouns: ReadonlySet<string>;
  /** How a summary or an announcement begins. */
  readonly closing: readonly string[];
};

const TABLES = { de, en, es, fr, it, ja, pt, zh };

/** Words of all languages that mark the number behind them as rounded, followed by a space: `about`. */
export const APPROXIMATE_WORDS: readonly string[] = [de, en, es, fr, it, pt].flatMap(
  ({ approximate }) => approximate,
);
/** Such words of the languages without spaces. */
export const UNSPACED_APPROXIMATE_WORDS: readonly string[] = [...ja.approximate, ...zh.approximate];

const byCode = new Map(
  Object.entries(TABLES).map(([code, { closing, ...lists }]) => [
    code,
    once((): VerdictWords => {
      const set = (list: string) => new Set(list.split(' '));
      const { sources, denying, unstated, reporting, because, advising, reader, writer, pronouns } = lists;
      return {
        sources: set(sources),
        denying: set(denying),
        unstated: set(unstated),
        reporting: set(reporting),
        because: set(because),
        advising: set(advising),
        reader: set(reader),
        writer: set(writer),
        pronouns: set(pronouns),
        closing,
      };
    }),
  ]),
);

/** The words of a language (a BCP 47 tag); null if they are not known. */
export function verdictWords(language: string): VerdictWords | null {
  return byCode.get(language.slice(0, 2).toLowerCase())?.() ?? null;
}

/** Whether the words of a language (a BCP 47 tag) are known. */
export function hasRules(language: string): boolean {
  return byCode.has(language.slice(0, 2).toLowerCase());
}

/** Languages without spaces between words. */
const UNSPACED = /^(?:zh|ja)\b/;

/** Whether a language (a BCP 47 tag) puts no spaces between words. */
export function isUnspaced(language: string): boolean {
  return UNSPACED.test(language);
}

/** Whether a word from `toWords` can be no name, even with a capital: a stop word or a pronoun. */
export function isNoName(word: string, language: string): boolean {
  return isStopWord(word) || verdictWords(language)?.pronouns.has(word) === true;
}
