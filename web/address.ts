/** The question in the page's address (`?q=`), empty when there is none. */
export function questionInAddress(): string {
  return new URLSearchParams(location.search).get('q')?.trim() ?? '';
}

/** The address that asks the question: relative to the page, so that it also works behind a path prefix. */
export function addressOf(question: string): string {
  return question === '' ? './' : `./?${new URLSearchParams({ q: question })}`;
}

/** Makes the question the page's address, as a new entry of the history unless it is there already. */
export function showInAddress(question: string): void {
  if (questionInAddress() !== question) history.pushState(null, '', addressOf(question));
}
