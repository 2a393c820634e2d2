import { list } from './list-settings.ts';

const sites = (name: string, help: string) =>
  list({
    name,
    fallback: [],
    item: 'host names such as example.org',
    accepts: (item) => /^[\p{L}\p{N}.-]+$/u.test(item) && URL.canParse(`http://${item}`),
    help: `${help} Host names, separated by commas, with their subdomains. See docs/backends.md.`,
  });

/** The settings for sites among the results of all back-ends. */
export const siteSettings = {
  sitesBlock: sites('SITES_BLOCK', 'Sites whose results are left out.'),
  sitesPrefer: sites('SITES_PREFER', 'Sites whose results come first.'),
  sitesLower: sites('SITES_LOWER', 'Sites whose results come last.'),
} as const;
