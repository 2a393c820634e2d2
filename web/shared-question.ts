/** What another app may hand over, by the names of the app's manifest. */
const SHARED = ['title', 'text', 'url'];

/**
 * The question in the parameters of an address: `q`, else what another app has shared. What is said twice stands once: many
 * apps put the link into the text as well. Empty when there is none.
 */
export function questionOf(params: URLSearchParams): string {
  const said = (name: string) => params.get(name)?.trim() ?? '';
  const join = (text: string, name: string) => (text.includes(said(name)) ? text : `${text} ${said(name)}`);
  return said('q') || SHARED.reduce(join, '').trim();
}
