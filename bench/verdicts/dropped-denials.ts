import { toSentences } from '../../src/lib/text/sentences.ts';
import type { Claim, LabelledClaim } from './claims.ts';
import { hashOf } from './hash.ts';

/** A statement that drops a denial of its source. */
export type DroppedDenial = Claim & {
  readonly language: string;
  /** The rules may be made by examining the first half; the second half is used only to measure them. */
  readonly half: 1 | 2;
  /** Statements that say the same as their sources. */
  readonly before: Claim;
};

/** The maximum number of sentences for each language and half. */
const MAX_SENTENCES = 150;
const SHORTEST_CHARS = 40;
const SHORTEST_UNSPACED_CHARS = 15;
const LONGEST_CHARS = 250;

const AUXILIARIES = 'is|are|was|were|can|will|has|have|had|should|could|would|may|might|must';
const AUXILIARY = new RegExp(`\\b(?:${AUXILIARIES}) (?=((?:[a-z]+ )?[a-z]{4,})\\b)`, 'g');
const DENIED = /\b(?:not|no|never|cannot|none|nor|neither|nobody|nothing|without|only|hardly|rarely)\b|n't/i;

/** How a denial is removed from a sentence in each language, for the common forms. */
const DROPS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\b(is|are|was|were|can|will|has|have|had|should|could|would|may|might|must) not /, '$1 '],
    [/\bcannot /, 'can '],
    [/\b(?:do|does|did) not /, ''],
    [/\b(?:don|doesn|didn)['’]t /, ''],
    [/\bcan['’]t /, 'can '],
    [/\bwon['’]t /, 'will '],
    [/\b(is|are|was|were|has|have|had|should|could|would)n['’]t /, '$1 '],
    [/\bnever /, ''],
    [/\b(there (?:is|are|was|were)|has|have|had) no /, '$1 '],
  ],
  de: [
    [/ nicht(?= )/, ''],
    [/ keine([mnrs]?)(?= )/, ' eine$1'],
    [/ kein(?= )/, ' ein'],
    [/ nie(?:mals)?(?= )/, ''],
  ],
  fr: [[/ (?:ne |n['’])(\p{L}+) (?:pas|jamais|plus)(?= )/u, ' $1']],
  es: [
    [/ no(?= (?!solo|sólo|obstante))/, ''],
    [/ nunca(?= )/, ''],
    [/ ning[uú]n(a?)(?= )/, ' un$1'],
  ],
  pt: [
    [/ não(?= (?!só|apenas))/, ''],
    [/ nunca(?= )/, ''],
  ],
  it: [
    [/ non(?= (?!solo))/, ''],
    [/ mai(?= )/, ''],
  ],
  zh: [
    [/并?没有/u, '有'],
    [/[并也都就](?:不|未)(?=[\p{Script=Han}]{2})/u, ''],
    [/不(?=[是会能得需再应允在可])/u, ''],
  ],
  ja: [
    [/(?:では|じゃ)ない/u, 'である'],
    [/(?:では|じゃ)なかった/u, 'であった'],
    [/しない/u, 'する'],
    [/しなかった/u, 'した'],
    [/(?<=[れきてで])ない/u, 'る'],
    [/(?<=[れきてで])なかった/u, 'た'],
    [/ていない/u, 'ている'],
  ],
};

/** Texts that are searched for sentences with a denial. */
export type DenyingText = { readonly text: string; readonly language: string };

/**
 * Each sentence of the texts with a denial, once, without its first denial, together with the text that has
 * it.
 */
export function withoutDenials(texts: readonly DenyingText[]): readonly DroppedDenial[] {
  const found = new Map<string, DroppedDenial>();
  const counts = new Map<string, number>();
  for (const { text, language } of texts)
    for (const sentence of toSentences(text).map((one) => one.trim())) {
      const half = halfOf(sentence);
      const key = `${language} ${half}`;
      const dropped = isFit(sentence, language) ? withoutDenial(sentence, language) : null;
      if (dropped === null || found.has(sentence) || (counts.get(key) ?? 0) >= MAX_SENTENCES) continue;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const before = { text: sentence, references: [text], language };
      found.set(sentence, { ...before, text: dropped, half, before });
    }
  return [...found.values()];
}

/**
 * For a claim that its source supports: the same claim, and the source with `not` after an auxiliary. Null if
 * no auxiliary precedes the same words in both.
 */
export function denyInSource({ text, references }: LabelledClaim, quote: string): DroppedDenial | null {
  if (DENIED.test(text) || DENIED.test(quote)) return null;
  for (const match of quote.matchAll(AUXILIARY)) {
    const [auxiliary, verb = ''] = [match[0], match[1]];
    if (!text.includes(auxiliary + verb)) continue;
    const end = match.index + auxiliary.length;
    const denied = `${quote.slice(0, end)}not ${quote.slice(end)}`;
    const changed = references.map((reference) => reference.replace(quote, () => denied));
    if (changed.every((reference, at) => reference === references[at])) return null;
    return { text, references: changed, language: 'en', half: halfOf(text), before: { text, references } };
  }
  return null;
}

function withoutDenial(sentence: string, language: string): string | null {
  for (const [pattern, replacement] of DROPS[language] ?? [])
    if (pattern.test(sentence)) return sentence.replace(pattern, replacement);
  return null;
}

function isFit(sentence: string, language: string): boolean {
  const shortest = /^(?:zh|ja)$/.test(language) ? SHORTEST_UNSPACED_CHARS : SHORTEST_CHARS;
  return sentence.length >= shortest && sentence.length <= LONGEST_CHARS && !/[?？\n]/.test(sentence);
}

function halfOf(text: string): 1 | 2 {
  return hashOf(text) % 2 === 0 ? 1 : 2;
}
