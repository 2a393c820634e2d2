import { list } from './list-settings.ts';

const sites = (name: string, help: string) =>
  list({
    name,
    fallback: [],
    item: 'host names such as example.org',
    accepts: (item) => /^[\p{L}\p{N}.-]+$/u.test(item) && URL.canParse(`http://${item}`),
    help: `${help} A host name includes its subdomains.`,
  });

/** The settings for sites among the results of all back-ends. */
export const siteSettings = {
  sitesBlock: sites('SITES_BLOCK', 'Sites whose results Sayso leaves out.'),
  sitesPrefer: sites('SITES_PREFER', 'Sites whose results Sayso puts first.'),
  sitesLower: sites('SITES_LOWER', 'Sites whose results Sayso puts last.'),
} as const;
