import { readKey } from './key.ts';

/**
 * True when the question in the address may be asked at once, false when it only fills the field. Any web site can send a
 * visitor here, and the answer would cost a search and a model call in the visitor's name. Whether the visitor asked can be told
 * from the headers of the request, which only the service sees: it says so in `data-ask`. Browsers send no such headers over
 * plain http; then a tab asks at once only as long as it holds no key.
 */
export function mayAskAtOnce(): boolean {
  const { ask } = document.documentElement.dataset;
  return ask === 'yes' || (ask === 'keyless' && readKey() === '');
}
