import type { Attempt } from '../core/attempt.ts';
import type { FailedReason } from '../core/failed-reason.ts';
import { own } from '../lib/text/own.ts';
import { LANGUAGE_FILES } from './language-files.ts';

/** The names of the slots and of the kinds of failure in one language, and its punctuation. */
type FailureWords = {
  readonly slots: Readonly<Record<string, string>>;
  readonly reasons: Readonly<Record<FailedReason, string>>;
  readonly colon: string;
  readonly separator: string;
  readonly stop: string;
};

/** English has no words of its own: the causes are in English already, and they say more. */
const BY_LANGUAGE: Readonly<Record<string, { readonly failedSearches: FailureWords | null }>> =
  LANGUAGE_FILES;

/**
 * Which slots failed and why, as one sentence in the language (a BCP 47 tag) of an answer; in English for an
 * unknown language. Empty if no slot failed.
 */
export function failedSlots(attempts: readonly Attempt[], language: string): string {
  const failed = attempts.filter(({ status }) => status === 'failed' || status === 'skipped');
  const code = language.split('-')[0]?.toLowerCase() ?? '';
  const known = own(BY_LANGUAGE, code)?.failedSearches ?? null;
  if (known === null) return asSentence(failed.map(({ cause }) => cause).join('; '));
  const descriptions = failed.map(({ engine, reason }) => {
    const slot = known.slots[engine] ?? engine;
    return reason === undefined ? slot : slot + known.colon + known.reasons[reason];
  });
  return descriptions.length === 0 ? '' : [...new Set(descriptions)].join(known.separator) + known.stop;
}

/** A cause as an English sentence; an empty string stays empty. */
export function asSentence(cause: string): string {
  if (cause === '') return '';
  const begun = cause.slice(0, 1).toUpperCase() + cause.slice(1);
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}
