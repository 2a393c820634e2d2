import { Failure } from '../core/failure.ts';
import type { SearchReport } from '../search/search.ts';
import type { Ground, Writer } from '../write/writer.ts';
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

/**
 * The table "When parts fail" of docs/api.md, as far as the searches decide.
 * @throws Failure `search-unavailable` where that table says 502.
 */
export function judge(report: SearchReport, writer: Writer | null, modelOnlyFallback: boolean): Verdict {
  const alone = modelOnlyFallback && writer !== null && !writer.needsSources ? writer : null;
  switch (report.outcome.status) {
    case 'ok':
      if (writer === null) return { kind: 'say', text: '', error: notes.noModel };
      return { kind: 'write', writer, ground: 'sources', finding: '', preface: '', error: null };
    case 'empty':
      return judgeEmpty(failedCauses(report), writer, alone, modelOnlyFallback);
    case 'failed': {
      const error = `The web search failed. ${toSentence(report.outcome.cause)}`;
      if (alone === null)
        throw new Failure('search-unavailable', writer === null ? `${error} ${notes.noModelEither}` : error);
      return {
        kind: 'write',
        writer: alone,
        ground: 'unchecked',
        finding: error,
        preface: notes.unchecked,
        error,
      };
    }
  }
}

function judgeEmpty(
  causes: string,
  writer: Writer | null,
  alone: Writer | null,
  modelOnlyFallback: boolean,
): Verdict {
  const error = causes === '' ? null : `Some searches failed. ${toSentence(causes)}`;
  const nothingFound = [notes.nothingFound, error].filter((note) => note !== null).join(' ');
  if (alone !== null)
    return {
      kind: 'write',
      writer: alone,
      ground: 'nothing-found',
      finding: nothingFound,
      preface: `${nothingFound} ${notes.fromMemory}`,
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

function toSentence(words: string): string {
  const begun = words.slice(0, 1).toUpperCase() + words.slice(1);
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}
