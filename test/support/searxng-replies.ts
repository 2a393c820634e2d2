/** A result of SearXNG. */
export const ANGOLA = {
  url: 'https://example.org/angola',
  title: 'Angola',
  content: 'Its capital is Luanda.',
};

/** A reply of SearXNG that found nothing. */
export const EMPTY = {
  query: 'x',
  results: [],
  answers: [],
  corrections: [],
  infoboxes: [],
  suggestions: [],
  unresponsive_engines: [],
};
