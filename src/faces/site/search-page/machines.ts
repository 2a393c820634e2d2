/**
 * Names in the `User-Agent` of programs that request links in messages and pages to preview or index them.
 * They get the form without an answer, because no person is waiting. In lower case.
 */
export const MACHINES: readonly string[] = [
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
export const MACHINE_PATTERN = /bot\/\d|crawler|spider|link ?preview|urlpreview|scraper/;
