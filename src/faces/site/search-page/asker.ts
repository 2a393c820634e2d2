import type { IncomingHttpHeaders } from 'node:http';
import { isAheadOfTime } from '../../http/unasked.ts';

/**
 * Names in the `User-Agent` of programs that request links in messages and pages to preview or index them.
 * They get the form without an answer, because no person is waiting. In lower case.
 */
const MACHINES: readonly string[] = [
  // Link previews in messages
  ...[
    'facebookexternalhit',
    'facebot',
    'meta-externalagent',
    'meta-externalfetcher',
    'whatsapp',
    'telegrambot',
  ],
  ...[
    'twitterbot',
    'slackbot',
    'slack-imgproxy',
    'discordbot',
    'linkedinbot',
    'skypeuripreview',
    'snap url preview',
  ],
  ...[
    'mastodon/',
    'pleroma',
    'misskey',
    'synapse',
    'iframely',
    'embedly',
    'pinterest',
    'redditbot',
    'viber',
    'kakaotalk-scrap',
  ],
  ...[
    'zoombot',
    'vkshare',
    'tumblr/',
    'google-pagerenderer',
    'bitlybot',
    'nextcloud link preview',
    'mattermost-bot',
  ],
  // Search engines and text collectors
  ...[
    'googlebot',
    'google-inspectiontool',
    'googleother',
    'storebot-google',
    'bingbot',
    'bingpreview',
    'duckduckbot',
  ],
  ...[
    'yandexbot',
    'baiduspider',
    'applebot',
    'petalbot',
    'slurp',
    'sogou',
    'seznambot',
    'qwantify',
    'mojeekbot',
    'ia_archiver',
  ],
  ...[
    'archive.org_bot',
    'ahrefsbot',
    'semrushbot',
    'mj12bot',
    'dotbot',
    'dataforseobot',
    'bytespider',
    'ccbot',
    'gptbot',
  ],
  ...[
    'oai-searchbot',
    'chatgpt-user',
    'claudebot',
    'claude-web',
    'anthropic-ai',
    'perplexitybot',
    'amazonbot',
    'cohere-ai',
  ],
  ...[
    'diffbot',
    'youbot',
    'imagesiftbot',
    'timpibot',
    'omgili',
    'uptimerobot',
    'pingdom',
    'headlesschrome-lighthouse',
  ],
];

/**
 * Common parts of other names. `Cubot` is a telephone and does not match, because no slash and digit follow
 * its name.
 */
const MACHINE_PATTERN = /bot\/\d|crawler|spider|link ?preview|urlpreview|scraper/;

/**
 * Who requests the document: a reader waiting for an answer, a client that gets only the form, or one that is
 * refused.
 */
export type Asker = 'reader' | 'form-only' | 'refused';

/**
 * Decides by the headers of a request whether somebody is waiting for an answer, because every answer costs a
 * search and a model call. Browsers state the purpose of a request (W3C Fetch Metadata); clients that do not
 * state it count as readers.
 *
 * Refused: prefetches, and requests for anything but a document (`<img src>`, frames, scripts). Form only:
 * programs that make previews or indexes, and documents that another site opened without a click.
 */
export function askerOf(headers: IncomingHttpHeaders): Asker {
  if (isAheadOfTime(headers)) return 'refused';
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document') return 'refused';
  if (isMachine(headers['user-agent'] ?? '')) return 'form-only';
  const isCrossSite = headers['sec-fetch-site'] === 'cross-site';
  return isCrossSite && headers['sec-fetch-user'] !== '?1' ? 'form-only' : 'reader';
}

function isMachine(userAgent: string): boolean {
  const name = userAgent.toLowerCase();
  return MACHINES.some((machine) => name.includes(machine)) || MACHINE_PATTERN.test(name);
}
