/** The maximum number of follow-ups in an address, and their maximum total length in characters. */
const MAX_FOLLOW_UPS = 5;
const MAX_FOLLOW_UP_CHARS = 2_000;

/** The question in the page's address; empty if there is none. */
export function questionInAddress(): string {
  return questionOf(new URLSearchParams(location.search));
}

/**
 * The follow-ups in the page's address, in order. They are in the fragment, which is never sent to a server.
 */
export function followUpsInAddress(): string[] {
  return bounded(new URLSearchParams(location.hash.slice(1)).getAll('then'));
}

/**
 * The address of a conversation, made from its questions: relative to the page, so that it also works behind
 * a path prefix. `scope` limits the sources of its answers, as parameters.
 */
export function addressOf(questions: readonly [string, ...string[]], scope = ''): string {
  const [question, ...followUps] = questions;
  if (question === '') return './';
  const then = new URLSearchParams(bounded(followUps).map((text) => ['then', text]));
  const query = `${new URLSearchParams({ q: question })}${scope && `&${scope}`}`;
  return `./?${query}${then.size > 0 ? `#${then}` : ''}`;
}

/** As many of the first follow-ups as fit into an address. */
function bounded(followUps: readonly string[]): string[] {
  const first = followUps.slice(0, MAX_FOLLOW_UPS);
  return first.filter((_, at) => first.slice(0, at + 1).join('').length <= MAX_FOLLOW_UP_CHARS);
}

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

/**
 * The parameters of the page's address that limit the sources of answers; they have the same names as in the
 * service's interface. Empty if there are no limits.
 */
export function scopeInAddress(): string {
  return location.search.match(/\b(time_range|language|collection|\w+_sites)=[^&]+/g)?.join('&') ?? '';
}
