import { slotUrl } from './address-settings.ts';
import { integer, oneOf, secret, text } from './setting.ts';

/** The kinds of back-ends that a slot can use. */
const KINDS = [
  'searxng',
  'mediawiki',
  'collection',
  'kiwix',
  'brave',
  'brave-context',
  'tavily',
  'exa',
  'serper',
  'google-pse',
  'mojeek',
  'marginalia',
  '4get',
  'librey',
  'duckduckgo',
  'mcp',
  'parallel',
  'firecrawl',
  'ollama',
  'linkup',
  'kagi',
  'jina',
] as const;

const slotKind = (slot: string, fallback: 'searxng' | 'mediawiki') =>
  oneOf({
    name: `SEARCH_${slot}_KIND`,
    words: KINDS,
    fallback,
    help: `Kind of the ${slot.toLowerCase()} back-end: ${KINDS.join(', ')}. See docs/backends.md.`,
  });

const slotKey = (slot: string) =>
  secret({
    name: `SEARCH_${slot}_KEY`,
    fallback: null,
    help:
      `Key of the ${slot.toLowerCase()} back-end. Most hosted search services need one; they need ` +
      'no URL.',
  });

const slotTool = (slot: string) =>
  text({
    name: `SEARCH_${slot}_TOOL`,
    fallback: null,
    help: `Tool of the ${slot.toLowerCase()} back-end to search with, if it is an MCP server with several.`,
  });

const slotCalls = (slot: string, period: 'day' | 'month') =>
  integer({
    name: `SEARCH_${slot}_PER_${period.toUpperCase()}`,
    fallback: null,
    min: 1,
    max: 1_000_000_000,
    help:
      `Number of calls that the ${slot.toLowerCase()} back-end may get in a ${period} (UTC); after that, ` +
      'the next one is asked. See docs/backends.md.',
  });

/** The settings of the three back-ends. */
export const slotSettings = {
  primaryUrl: slotUrl({
    name: 'SEARCH_PRIMARY_URL',
    fallback: null,
    help:
      'Search back-end that is asked first, e.g. http://localhost:8888; `file:INDEX` for an index of ' +
      'documents that is asked before the web.',
  }),
  secondaryUrl: slotUrl({
    name: 'SEARCH_SECONDARY_URL',
    fallback: null,
    help:
      'Back-end that is asked if the first fails or finds nothing; `file:INDEX` for documents, which are ' +
      'searched together with the first for every question.',
  }),
  tertiaryUrl: slotUrl({
    name: 'SEARCH_TERTIARY_URL',
    fallback: 'https://en.wikipedia.org/w/api.php',
    help: 'Back-end that is asked if the first two fail or find nothing; `off` for none.',
  }),
  primaryKind: slotKind('PRIMARY', 'searxng'),
  secondaryKind: slotKind('SECONDARY', 'searxng'),
  tertiaryKind: slotKind('TERTIARY', 'mediawiki'),
  primaryKey: slotKey('PRIMARY'),
  secondaryKey: slotKey('SECONDARY'),
  tertiaryKey: slotKey('TERTIARY'),
  primaryTool: slotTool('PRIMARY'),
  secondaryTool: slotTool('SECONDARY'),
  tertiaryTool: slotTool('TERTIARY'),
  primaryPerDay: slotCalls('PRIMARY', 'day'),
  secondaryPerDay: slotCalls('SECONDARY', 'day'),
  tertiaryPerDay: slotCalls('TERTIARY', 'day'),
  primaryPerMonth: slotCalls('PRIMARY', 'month'),
  secondaryPerMonth: slotCalls('SECONDARY', 'month'),
  tertiaryPerMonth: slotCalls('TERTIARY', 'month'),
} as const;
