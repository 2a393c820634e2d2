/**
 * The part of the standard `fetch` that clients of JSON APIs use. The standard `fetch` satisfies this type,
 * but its classes make Node load an HTTP client of its own, which takes 60 ms (measured).
 */
export type PlainFetch = (url: string | URL, request?: PlainRequest) => Promise<ApiReply>;

/** A request without a body, or with a text. */
export type PlainRequest = {
  /** GET if absent. */
  readonly method?: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
};

/** A reply with any status; its body has not been read. */
export type ApiReply = {
  /** True for a status from 200 to 299. */
  readonly ok: boolean;
  readonly status: number;
  /** Names in lower case; the values of a repeated field are joined with commas. */
  readonly headers: Iterable<[string, string]> & { get(name: string): string | null | undefined };
  /** Null if there is no body. Read it to its end or cancel it: both free the connection. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
};
