import { parsePageAllowance } from '../net/page-policy.ts';
import { fallbackSettings } from './fallback-settings.ts';
import { parsedList } from './list-settings.ts';
import { proxySettings } from './proxy-settings.ts';
import { integer, toggle } from './setting.ts';

/** The settings for reading pages: which, with what help, and in what time. */
export const readingSettings = {
  readPages: toggle({
    name: 'READ_PAGES',
    fallback: true,
    help: 'Whether Sayso reads the pages that a search finds. With `off`, the model gets only snippets.',
  }),
  pictures: toggle({
    name: 'PICTURES',
    fallback: true,
    help:
      "Whether the page shows the icons of the sources' sites and a picture, fetched by Sayso. Needs " +
      'READ_PAGES=on.',
  }),
  readTimeoutMs: integer({
    name: 'READ_TIMEOUT_MS',
    fallback: 1500,
    min: 1,
    max: 3_600_000,
    help: 'Time limit for reading all pages of one answer, in milliseconds.',
  }),
  ...fallbackSettings,
  ...proxySettings,
  pageAllow: parsedList({
    name: 'PAGE_ALLOW',
    fallback: [],
    item: '`host[:port]`, addresses or networks such as 10.0.0.0/8',
    parseItem: parsePageAllowance,
    help:
      'Hosts and networks that are not public but may be read, e.g. wiki.lan:8080, 10.0.0.0/8. Without ' +
      'a port, all ports.',
  }),
} as const;
