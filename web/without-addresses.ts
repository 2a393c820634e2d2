/**
 * The text without the addresses of back-ends, which the service names for its operator: `(searxng at http://10.0.0.5:8080)`
 * becomes `(searxng)`.
 */
export function withoutAddresses(text: string): string {
  return text.replace(/ ?(?:\bat )?\bhttps?:\/\/[^\s),;]*[^\s),;:.?!]/g, '');
}
