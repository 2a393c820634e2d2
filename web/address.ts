import { questionOf } from './shared-question.ts';

/** The question in the page's address, empty when there is none. */
export function questionInAddress(): string {
  return questionOf(new URLSearchParams(location.search));
}

/** The address that asks the question: relative to the page, so that it also works behind a path prefix. */
export function addressOf(question: string): string {
  return question === '' ? './' : `./?${new URLSearchParams({ q: question })}`;
}

let entries = 0;

/** Names the entry of the browser's history that is open; no two loads of the page use the same name. */
export function nameEntry(question: string, isNew: boolean): string {
  const name = `${performance.timeOrigin} ${++entries}`;
  history[isNew ? 'pushState' : 'replaceState'](name, '', addressOf(question));
  return name;
}
