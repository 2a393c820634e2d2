const STATIC_FILES = '/usr/share/python3-searx/static';
const TEMPLATES = '/usr/share/python3-searx/templates';

/**
 * Settings for searx 1.1, listening on `port`, with this as its only engine. As JSON, which its YAML reader
 * accepts. Debian ships no defaults to build on, so everything that is read at startup or by the result page
 * has to be here.
 */
export function searxSettings(port: number, engine: object): string {
  return JSON.stringify({
    general: { debug: false, instance_name: 'sayso test' },
    brand: emptyTexts(
      'git_url',
      'git_branch',
      'issue_url',
      'docs_url',
      'public_instances',
      'wiki_url',
      'twitter_url',
    ),
    // No ban after a failure: it would hide a failing engine from the next question.
    search: {
      safe_search: 0,
      autocomplete: '',
      default_lang: 'en',
      ban_time_on_fail: 0,
      max_ban_time_on_fail: 0,
    },
    server: {
      port,
      bind_address: '127.0.0.1',
      secret_key: 'of a test on loopback',
      base_url: false,
      image_proxy: false,
      http_protocol_version: '1.1',
      method: 'GET',
      default_http_headers: {},
    },
    ui: {
      static_path: STATIC_FILES,
      templates_path: TEMPLATES,
      default_theme: 'oscar',
      default_locale: '',
      theme_args: { oscar_style: 'logicodev' },
    },
    outgoing: { request_timeout: 2, useragent_suffix: '', pool_connections: 8, pool_maxsize: 8 },
    locales: { en: 'English' },
    doi_resolvers: { none: 'http://127.0.0.1/' },
    default_doi_resolver: 'none',
    // Without `enable_http`, it refuses addresses that are not https.
    engines: [{ categories: 'general', enable_http: true, ...engine }],
  });
}

/** Reads the result page of a kiwix-serve that has the book `facts`. */
export function kiwixEngine(kiwixUrl: string): object {
  return {
    name: 'kiwix',
    engine: 'xpath',
    shortcut: 'kw',
    search_url: `${kiwixUrl}/search?content=facts&pattern={query}`,
    results_xpath: '//div[@class="results"]//li',
    url_xpath: './a/@href',
    title_xpath: './a',
    content_xpath: './cite',
  };
}

/**
 * Reads the JSON of the MediaWiki whose API is at `apiUrl`. searx's own engine for wikis returns titles
 * without text.
 */
export function mediawikiEngine(apiUrl: string): object {
  const search = 'action=query&format=json&formatversion=2&generator=search&gsrwhat=text&gsrlimit=10';
  const texts = 'prop=extracts|info&exintro=1&explaintext=1&exlimit=max&inprop=url';
  return {
    name: 'mediawiki',
    engine: 'json_engine',
    shortcut: 'mw',
    // In seconds. It computes each extract, which takes seconds on a busy machine.
    timeout: 20,
    search_url: `${apiUrl}?${search}&${texts}&gsrsearch={query}`,
    results_query: 'query/pages',
    url_query: 'fullurl',
    title_query: 'title',
    content_query: 'extract',
  };
}

function emptyTexts(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, '']));
}
