import { readKey } from './key.ts';

/**
 * True if the question in the address may be asked at once, false if it only fills in the field. Any web site
 * can send a visitor here, and the answer would cost a search and a model call in the visitor's name. The
 * headers of the request show whether the visitor asked. Only the service sees these headers, so it sets
 * `data-ask`. Browsers do not send these headers over plain http; in that case, a tab asks at once only while
 * it has no key.
 */
export function mayAskAtOnce(): boolean {
  const { ask } = document.documentElement.dataset;
  return ask === 'yes' || (ask === 'keyless' && readKey() === '');
}
