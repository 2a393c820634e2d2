/**
 * Any web page may call the interface and read its replies; SECURITY.md describes the consequences. Replies
 * that no hook sees need it too.
 */
export const openToEveryPage = { 'Access-Control-Allow-Origin': '*' } as const;

const readableByEveryPage = {
  ...openToEveryPage,
  'access-control-expose-headers':
    'Age, ETag, Mcp-Session-Id, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, ' +
    'Sayso-Answer-Id, Server-Timing, X-Budget-Limit, X-Budget-Remaining, X-Budget-Reset, X-Budget-Unit, ' +
    'X-Request-Id',
} as const;

/** The usual headers of the reply to a preflight (WHATWG Fetch, 4.8), which is the same for every path. */
export const preflightHeaders = {
  ...readableByEveryPage,
  'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
  'access-control-allow-headers':
    'Accept, Authorization, Cache-Control, Content-Type, If-None-Match, Last-Event-ID, Mcp-Method, Mcp-Name, ' +
    'Mcp-Protocol-Version, Mcp-Session-Id, Prefer, X-API-Key, X-Requested-With',
  'access-control-max-age': '86400',
  'content-length': '0',
} as const;

/**
 * The permissions of the page: it may load its own script and styles and call its own service, nothing else.
 * There are two Trusted Types policies: one for HTML, and one for the address of the service worker.
 */
export const policyDirectives: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['sayso', 'sayso-worker'],
};

/** The headers of every other reply (OWASP's Secure Headers). No HSTS: the proxy decides on TLS. */
export const replyHeaders = {
  ...readableByEveryPage,
  'content-security-policy': Object.entries(policyDirectives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const;
