/** A numbered source as the service sends it; `url` is empty unless it is an http or https one. */
export type PageSource = {
  readonly index: number;
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
};

/** Where the time went, in milliseconds; null where the service did not say. */
export type PageTiming = { readonly totalMs: number | null };

/** The whole answer, as `answer-end` brings it. */
export type PageAnswer = {
  readonly markdown: string;
  readonly html: string;
  readonly speech: string;
  readonly sources: readonly PageSource[];
  readonly model: string;
  readonly tokensUsed: number;
  readonly error: string;
};

/** What the page needs to know about the service before anybody asks. */
export type PageHealth = { readonly configured: boolean };

/** The value of a JSON text, undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A field of whatever came over the wire, undefined where there is none. */
function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** A text field, empty where there is none. */
export function textField(value: unknown, name: string): string {
  const found = field(value, name);
  return typeof found === 'string' ? found : '';
}

/** A number field, null where there is none. */
export function numberField(value: unknown, name: string): number | null {
  const found = field(value, name);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** The sources of a `sources` or `answer-end` message. A URL that is not of the web is dropped: it would be a link. */
export function readSources(message: unknown): PageSource[] {
  const list = field(message, 'sources');
  if (!Array.isArray(list)) return [];
  return list.map((item: unknown, position) => ({
    index: numberField(item, 'index') ?? position + 1,
    title: textField(item, 'title'),
    url: /^https?:\/\//i.test(textField(item, 'url')) ? textField(item, 'url') : '',
    snippet: textField(item, 'snippet'),
  }));
}

/** The answer of an `answer-end` message, or of the plain JSON form. */
export function readAnswer(message: unknown): PageAnswer {
  return {
    markdown: textField(message, 'answer'),
    html: textField(message, 'html_answer'),
    speech: textField(message, 'speakable_text'),
    sources: readSources(message),
    model: textField(message, 'model'),
    tokensUsed: numberField(message, 'tokens_used') ?? 0,
    error: textField(message, 'error'),
  };
}

/** The health object; a service that says nothing about its model counts as configured. */
export function readHealth(message: unknown): PageHealth {
  return { configured: field(message, 'llm_configured') !== false };
}
