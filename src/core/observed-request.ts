/** A request at the start of its processing. */
export type BegunRequest = {
  /** Its id, which is the id of the question it asks. */
  readonly id: string;
  /** The HTTP method; `_OTHER` for an unusual one, so that there are only a few values. */
  readonly method: string;
  /** The route that matched, never the path that was sent; empty when none did. */
  readonly route: string;
  /** `traceparent` of W3C Trace Context as it was sent. */
  readonly traceparent: string | undefined;
};

/** A request in progress. */
export type ObservedRequest = {
  /** Records that its reply is an event stream; without effect after the end. */
  isStream(): void;
  /** Records that the reply is complete, or that the caller disconnected. Called once. */
  end(status: number): void;
};

/** Starts to observe a request. Never throws. */
export type ObserveRequest = (request: BegunRequest) => ObservedRequest;
