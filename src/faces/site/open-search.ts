import { escapeHtml } from '../../core/escape-html.ts';

/** The OpenSearch 1.1 description with which a browser can search here from its address bar. */
export function openSearch(origin: string): string {
  const base = escapeHtml(origin);
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Sayso</ShortName>
  <Description>Ask the web; get an answer you can read, hear and check.</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Url type="text/html" method="get" template="${base}/?q={searchTerms}"/>
  <Url type="application/opensearchdescription+xml" rel="self" template="${base}/opensearch.xml"/>
</OpenSearchDescription>
`;
}
