/** How slow the mock upstreams are; can be changed while they run, by `POST /config` to their first port. */
export type MockSettings = {
  search: { delayMs: number };
  pages: { delayMs: number };
  llm: {
    /** From the request to the first token. */
    ttftMs: number;
    /** 0 sends the whole answer in one write. */
    tokensPerSec: number;
    answerTokens: number;
  };
};

/** Mocks that answer at once, with 200 tokens. */
export function fastestMocks(): MockSettings {
  return {
    search: { delayMs: 0 },
    pages: { delayMs: 0 },
    llm: { ttftMs: 0, tokensPerSec: 0, answerTokens: 200 },
  };
}

/** The mock upstreams, as their clients see them. */
export type Mocks = {
  readonly searchUrl: string;
  readonly modelUrl: string;
  /** Makes them as slow as `settings` says. */
  configure(settings: MockSettings): Promise<void>;
};
