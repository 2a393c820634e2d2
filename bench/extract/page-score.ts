import type { ScoredPage } from './read-sets.ts';

/** How well a page's text was extracted; null for measures that the page has no labels for. */
export type PageScore = {
  readonly id: string;
  readonly isEmpty: boolean;
  /** Whether the page has text that should have been extracted. */
  readonly hasText: boolean;
  /** Shares of the four-word sequences; precision is null without output, recall without a wanted text. */
  readonly precision: number | null;
  readonly recall: number | null;
  /** Harmonic mean of the same shares of single words, whatever their order. */
  readonly tokenF1: number | null;
  readonly segments: SegmentCounts | null;
};

/** Counts of segments: correctly present, wrongly present, missed. */
export type SegmentCounts = { readonly found: number; readonly wrong: number; readonly missed: number };

/**
 * The token of the metric: a character in scripts without spaces, otherwise a run of letters, digits and
 * underscores.
 */
const DENSE =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}' +
  '\\p{Script=Khmer}\\p{Script=Myanmar}';
const TOKEN = new RegExp(`[${DENSE}]|(?:(?![${DENSE}])[\\p{L}\\p{N}_])+`, 'gu');
const SHINGLE_TOKENS = 4;

/** Scores the text of a page by the metric of the article-extraction-benchmark, and by its segments. */
export function scorePage({ id, text, must, mustNot = [] }: ScoredPage, got: string): PageScore {
  const isEmpty = got.trim() === '';
  const segments = must === undefined ? null : countSegments(must, mustNot, got);
  if (text === undefined) {
    const hasText = must !== undefined && must.length > 0;
    return { id, isEmpty, hasText, precision: null, recall: null, tokenF1: null, segments };
  }
  const [want, have] = [toTokens(text), toTokens(got)];
  const [wanted, returned] = [count(shinglesOf(want)), count(shinglesOf(have))];
  const both = inCommon(wanted, returned);
  const [wantedSize, returnedSize] = [sizeOf(wanted), sizeOf(returned)];
  const shared = inCommon(count(want.map(toLowerCase)), count(have.map(toLowerCase)));
  return {
    id,
    isEmpty,
    hasText: wantedSize > 0,
    precision: returnedSize === 0 ? null : both / returnedSize,
    recall: wantedSize === 0 ? null : both / wantedSize,
    tokenF1: harmonic(ratio(shared, have.length), ratio(shared, want.length)),
    segments,
  };
}

/** The F1 of the page alone, 0 to 1. */
export function pageF1({ precision, recall }: PageScore): number {
  return harmonic(precision ?? 0, recall ?? 0);
}

/** The harmonic mean of two shares; 0 if both are 0. */
export function harmonic(one: number, other: number): number {
  return one + other === 0 ? 0 : (2 * one * other) / (one + other);
}

function countSegments(must: readonly string[], mustNot: readonly string[], got: string): SegmentCounts {
  const text = withSingleBlanks(got);
  const holds = (segment: string) => text !== '' && text.includes(withSingleBlanks(segment));
  const found = must.filter(holds).length;
  return { found, wrong: mustNot.filter(holds).length, missed: must.length - found };
}

function withSingleBlanks(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** The tokens of the metric. */
export function toTokens(text: string): string[] {
  return text.normalize('NFC').match(TOKEN) ?? [];
}

function shinglesOf(tokens: readonly string[]): string[] {
  const shingles: string[] = [];
  const last = Math.max(0, tokens.length - SHINGLE_TOKENS);
  for (let at = 0; at <= last && tokens.length > 0; at++) {
    shingles.push(tokens.slice(at, at + SHINGLE_TOKENS).join(' '));
  }
  return shingles;
}

function count(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of list) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function sizeOf(counts: ReadonlyMap<string, number>): number {
  return counts.values().reduce((sum, each) => sum + each, 0);
}

function inCommon(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  return one.entries().reduce((sum, [item, each]) => sum + Math.min(each, other.get(item) ?? 0), 0);
}

function ratio(part: number, all: number): number {
  return all === 0 ? 0 : part / all;
}

function toLowerCase(token: string): string {
  return token.toLowerCase();
}
