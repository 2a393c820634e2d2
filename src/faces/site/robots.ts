/**
 * `robots.txt` (RFC 9309): the page may be indexed, answers may not be crawled, because each costs a model
 * call.
 */
export const robots = `User-agent: *
Disallow: /search
Disallow: /api/
Disallow: /*?q=
Allow: /
`;
