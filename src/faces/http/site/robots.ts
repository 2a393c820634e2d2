/** `robots.txt` (RFC 9309): the page may be found, answers may not be crawled, since each costs a call of the model. */
export const robots = `User-agent: *
Disallow: /search
Disallow: /api/
Disallow: /*?q=
Allow: /
`;
