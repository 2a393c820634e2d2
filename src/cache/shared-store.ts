/** A count within a time window. */
export type WindowCount = {
  /** The number of counts since the window began, including this one. */
  readonly count: number;
  /** The remaining time of the window, in milliseconds. */
  readonly leftMs: number;
};

/**
 * The store that the instances of a service share. Every method rejects if the store cannot be reached or is
 * slow, within about 25 ms, or at once while it is known to be unreachable.
 */
export type SharedStore = {
  /** The text stored under a key, or null. */
  get(key: string): Promise<string | null>;
  /** The texts stored under several keys, in the same order. */
  getMany(keys: readonly string[]): Promise<readonly (string | null)[]>;
  set(key: string, text: string, lifetimeMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Sets a key unless it is already set; returns false if it was. */
  claim(key: string, token: string, lifetimeMs: number): Promise<boolean>;
  /** Extends a claim from now; false if the key has no token or a different one. */
  extend(key: string, token: string, lifetimeMs: number): Promise<boolean>;
  /** Deletes a claim, unless the key has a different token. Returns at once and never throws. */
  release(key: string, token: string): void;
  /** Counts once in the window of a key, which starts with the first count. */
  count(key: string, windowMs: number): Promise<WindowCount>;
  close(): void;
};
