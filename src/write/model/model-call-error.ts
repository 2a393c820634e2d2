/**
 * A failed call of a model's API. It has the fields that `readModelError` reads from the SDK's errors, but no
 * text from the server, which may repeat the prompt.
 */
export class ModelCallError extends Error {
  readonly url: string;
  readonly statusCode: number | undefined;
  readonly responseHeaders: Readonly<Record<string, string>> | undefined;
  /** The API's code, at the place where OpenAI's errors have it. */
  readonly data: { readonly error: { readonly code: string } };

  constructor(
    url: string,
    facts: {
      readonly statusCode?: number;
      readonly responseHeaders?: Readonly<Record<string, string>>;
      readonly apiCode?: string;
      readonly cause?: unknown;
    },
  ) {
    super('the call failed', { cause: facts.cause });
    this.name = 'ModelCallError';
    this.url = url;
    this.statusCode = facts.statusCode;
    this.responseHeaders = facts.responseHeaders;
    this.data = { error: { code: facts.apiCode ?? '' } };
  }
}
