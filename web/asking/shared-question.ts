/** The texts that another app may share, by their names in the app's manifest. */
const SHARED = ['title', 'text', 'url'];

/**
 * The question in the parameters of an address: `q`, otherwise the text that another app has shared, without
 * repetitions, because many apps include the link in the text. Empty if there is none.
 */
export function questionOf(params: URLSearchParams): string {
  const said = (name: string) => params.get(name)?.trim() ?? '';
  const join = (text: string, name: string) => (text.includes(said(name)) ? text : `${text} ${said(name)}`);
  return said('q') || SHARED.reduce(join, '').trim();
}
