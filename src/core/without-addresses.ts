const URL_TEXT = String.raw`(?:https?:\/\/|file:)[^\s(),;]*[^\s(),;:.?!]`;
const ADDRESS = new RegExp(String.raw`\b${URL_TEXT}`, 'g');
const ADDRESS_AFTER_WORDS = new RegExp(String.raw` at ${URL_TEXT}| \(${URL_TEXT}\)`, 'g');

/**
 * The text without the addresses of back-ends and model servers, which are of no use to readers and may be
 * internal: ` at http://10.0.0.5:8080` and ` (http://10.0.0.5:8080)` are removed, and any other address
 * becomes "another address". Operators find the addresses in the log and in `sayso doctor`.
 */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESS_AFTER_WORDS, '').replace(ADDRESS, 'another address');
}
