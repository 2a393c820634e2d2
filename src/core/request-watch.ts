/** A request as it begins to be served. */
export type BegunRequest = {
  /** Its id, which is the id of the question it asks. */
  readonly id: string;
  /** One of a few: an unusual method is `_OTHER`. */
  readonly method: string;
  /** The route that serves it, never the path that was sent; empty where none does. */
  readonly route: string;
  /** `traceparent` of W3C Trace Context as it was sent. */
  readonly traceparent: string | undefined;
};

/** A request that is being served. */
export type WatchedRequest = {
  /** Its reply is an event stream. */
  isStream(): void;
  /** The reply is whole, or its caller is gone. Called once. */
  end(status: number): void;
};

/** Begins to watch a request. Never throws. */
export type WatchRequest = (request: BegunRequest) => WatchedRequest;
