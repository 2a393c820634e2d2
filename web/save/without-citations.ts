/** Code in Markdown, in fences or within a line. */
const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;

/** The Markdown of an answer without its citations; brackets in code are none. */
export function withoutCitations(markdown: string): string {
  const parts = markdown.split(CODE);
  return parts
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[ \u00a0]?\[\d{1,3}\](?![(:])/g, '')))
    .join('');
}
