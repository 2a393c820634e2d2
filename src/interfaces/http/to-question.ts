import type { Layout, Length } from '../../core/question.ts';
import { byDepth, DEFAULT_SOURCES, type Depth, MAX_SOURCES, type Question } from '../../core/question.ts';
import { ANY_SCOPE, type Scope } from '../../core/scope.ts';
import { timeoutWithin } from './header-fields.ts';
import { MAX_SITES, toSite } from './scope.ts';

/** A caller's request, in the terms of the service; absent or undefined fields have their usual values. */
export type Inquiry = Pick<Question, 'text'> &
  Partial<Pick<Question, 'scope' | 'style' | 'data' | 'sourceTokens' | 'sent'>> & {
    /** The longest time that the whole answer may take, in milliseconds. */
    readonly timeoutMs: number;
    readonly depth?: Depth | undefined;
    readonly length?: Length | undefined;
    readonly layout?: Layout | undefined;
    /** False to search even for what can be answered at once. */
    readonly instant?: boolean | undefined;
    readonly plan?: Question['plan'] | undefined;
    readonly history?: Question['history'] | undefined;
    readonly maxSources?: number | undefined;
  };

/** What a caller asks for besides the question itself; in HTTP, its headers say so. */
export type CallerPreferences = Pick<Question, 'id' | 'fresh' | 'readerLanguage'> & {
  /** How long the caller is willing to wait, in seconds; null or absent if it does not say. */
  readonly waitSeconds?: number | null;
};

/**
 * The question of a caller of any interface. The `site:` operators in its text become part of its scope. Its
 * deadline is the longest time for an answer from now, or the time that the caller is willing to wait, if
 * that is shorter.
 */
export function toQuestion(
  { text, scope = ANY_SCOPE, depth, history, maxSources, timeoutMs, ...rest }: Inquiry,
  { waitSeconds, ...preferences }: CallerPreferences,
): Question {
  const { length, layout, instant, plan, ...options } = rest;
  return {
    ...options,
    ...preferences,
    ...withSiteOperators(text, scope),
    ...(depth === 'deep' && { depth, ...(plan !== undefined && { plan }) }),
    // The usual values are absent, so that they share cached answers with questions that name none.
    ...(length !== undefined && length !== 'normal' && { length }),
    ...(layout !== undefined && layout !== 'auto' && { layout }),
    ...(instant === false && { instant }),
    history: history ?? [],
    maxSources: maxSources ?? byDepth(depth, { quick: DEFAULT_SOURCES, deep: MAX_SOURCES }),
    deadlineAtMs: performance.now() + timeoutWithin(waitSeconds, timeoutMs),
  };
}

/** A question without its `site:` operators, and the scope including them. */
type ScopedText = { readonly text: string; readonly scope: Scope };

/**
 * Takes `site:example.org` and `-site:example.org` out of a question and into its scope. A word that only
 * looks like an operator stays; if the question consists only of operators, it stays unchanged.
 */
export function withSiteOperators(text: string, scope: Scope): ScopedText {
  if (!text.toLowerCase().includes('site:')) return { text, scope };
  const only = new Set(scope.sites.only);
  const never = new Set(scope.sites.never);
  const words = text.split(/(\s+)/);
  const ordinaryWords = words.filter((word) => {
    const site = siteOf(word);
    const sites = word.startsWith('-') ? never : only;
    if (site === null || (sites.size >= MAX_SITES && !sites.has(site))) return true;
    sites.add(site);
    return false;
  });
  const rest = ordinaryWords.join('');
  if (ordinaryWords.length === words.length || rest.trim() === '') return { text, scope };
  return {
    text: rest.trim(),
    scope: { ...scope, sites: { ...scope.sites, only: [...only], never: [...never] } },
  };
}

/** The host of an operator; null for any other word. A name without a dot would match no page of the web. */
function siteOf(word: string): string | null {
  const name = /^-?site:/i.exec(word)?.[0];
  const site = name === undefined ? null : toSite(word.slice(name.length));
  return site?.includes('.') ? site : null;
}
