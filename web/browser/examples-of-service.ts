/**
 * The example questions that the service put into the page because it can answer them; null if there are none
 * and the page shows its own.
 */
export function examplesOfService(): readonly string[] | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="sayso-examples"]')?.content;
  if (content === undefined) return null;
  const examples: unknown = JSON.parse(content);
  return Array.isArray(examples) ? examples.filter((each) => typeof each === 'string') : null;
}
