import { Failure, type FailureDetails } from '../core/failure.ts';
import { withoutAddresses } from '../core/without-addresses.ts';
import type { SearchReport } from '../search/search.ts';
import type { Ground, Writer } from '../write/writer.ts';
import type { AnswerWords } from './answer-words.ts';
import type { Corpus } from './corpus-words.ts';
import { notes } from './notes.ts';

/** What to do after the search: let a writer write, or say something fixed. */
export type Verdict =
  | {
      readonly kind: 'write';
      readonly writer: Writer;
      readonly ground: Ground;
      /** What the search came to, in words; empty when the sources speak for themselves. */
      readonly finding: string;
      /** Sentences put in front of what the writer writes; empty when the sources speak for themselves. */
      readonly preface: string;
      /** Reported as `error` although the answer can be written; null when nothing went wrong. */
      readonly error: string | null;
    }
  | { readonly kind: 'say'; readonly text: string; readonly error: string | null };

/** Who could write, and in which words the service speaks itself. */
export type Means = {
  readonly writer: Writer | null;
  readonly modelOnlyFallback: boolean;
  readonly corpus: Corpus;
  readonly words: AnswerWords;
};

/**
 * The table "When parts fail" of docs/api.md, as far as the searches decide.
 * @throws Failure `search-unavailable` where that table says 502.
 */
export function judge(report: SearchReport, means: Means): Verdict {
  const { writer, modelOnlyFallback, corpus, words } = means;
  const alone = modelOnlyFallback && writer !== null && !writer.needsSources ? writer : null;
  switch (report.outcome.status) {
    case 'ok':
      if (writer === null) return { kind: 'say', text: '', error: notes.noModel };
      return { kind: 'write', writer, ground: 'sources', finding: '', preface: '', error: null };
    case 'empty':
      return judgeEmpty(failedCauses(report), alone, means);
    case 'failed': {
      const failed = corpus === 'web' ? 'The web search failed.' : 'The documents could not be searched.';
      const error = `${failed} ${toSentence(report.outcome.cause)}`;
      if (alone === null)
        throw new Failure(
          'search-unavailable',
          writer === null ? `${error} ${notes.noModelEither}` : error,
          waitOf(report.outcome),
        );
      return {
        kind: 'write',
        writer: alone,
        ground: 'unchecked',
        finding: error,
        preface: words.unchecked,
        error,
      };
    }
  }
}

/** When the search may work again, for the caller; nothing where no slot asks for a wait. */
export function waitOf({ retryAfterMs }: { readonly retryAfterMs?: number }): FailureDetails {
  return retryAfterMs === undefined ? {} : { retryAfterMs };
}

function judgeEmpty(
  causes: string,
  alone: Writer | null,
  { writer, modelOnlyFallback, words }: Means,
): Verdict {
  const failed = causes === '' ? null : toSentence(causes);
  const error = failed === null ? null : `Some searches failed. ${failed}`;
  const nothingFound =
    failed === null ? words.nothingFound : `${words.nothingFound} ${words.someFailed} ${failed}`;
  if (alone !== null)
    return {
      kind: 'write',
      writer: alone,
      ground: 'nothing-found',
      finding: nothingFound,
      preface: `${nothingFound} ${words.fromMemory}`,
      error,
    };
  if (writer === null && modelOnlyFallback)
    return { kind: 'say', text: '', error: [error, notes.noModel].filter((note) => note !== null).join(' ') };
  return { kind: 'say', text: nothingFound, error };
}

/** The causes of the slots that failed, now or the last time, in words; empty when none did. */
function failedCauses(report: SearchReport): string {
  return report.trail
    .filter(({ status }) => status === 'failed' || status === 'skipped')
    .map(({ cause }) => cause)
    .join('; ');
}

function toSentence(cause: string): string {
  const words = withoutAddresses(cause);
  const begun = words.slice(0, 1).toUpperCase() + words.slice(1);
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}
