import { hostOf, parseWebUrl } from '@sayso/text/url.ts';

/** The hosts that links may lead to, without `www.`; `all` for any host. */
export type LinkHosts = ReadonlySet<string> | 'all';

/** Which links an answer may have: to the hosts of its sources, or to all. */
export type AnswerLinks = 'sources' | 'all';

/** The hosts that the links of an answer with these sources may lead to. */
export function linkHostsOf(links: AnswerLinks, sources: readonly { readonly url: string }[]): LinkHosts {
  return links === 'all'
    ? links
    : new Set(sources.map(({ url }) => hostOf(url)).filter((host) => host !== ''));
}

/** Parsers disagree about the host of any other form. */
const PLAIN_START = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?(?:[/?#]|$)/i;

/** Whether a link may lead to this address: a web address, plainly written, on one of the hosts. */
export function isLinkAllowed(address: string, hosts: LinkHosts): boolean {
  const url = PLAIN_START.test(address) ? parseWebUrl(address) : null;
  return url !== null && (hosts === 'all' || hosts.has(hostOf(url.href)));
}
