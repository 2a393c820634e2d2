/**
 * Names in a `User-Agent` of programs that fetch what they find in messages and pages, to show a preview or to index it. They
 * get the form and no answer: nobody waits for it. In small letters.
 */
export const MACHINES: readonly string[] = [
  // Previews of links in messages
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
  // Search engines and collectors of text
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

/** What most of the others call themselves. `Cubot` makes telephones and is not meant: its name has no slash behind it. */
export const MACHINE_PATTERN = /bot\/\d|crawler|spider|link ?preview|urlpreview|scraper/;
