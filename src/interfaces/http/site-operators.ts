import type { Scope } from '../../core/scope.ts';
import { MAX_SITES, toSite } from './scope.ts';

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
