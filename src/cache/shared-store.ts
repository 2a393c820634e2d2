/** A count within a window of time. */
export type WindowCount = {
  /** How often it was counted since the window began, this time included. */
  readonly count: number;
  /** How long the window goes on, in milliseconds. */
  readonly leftMs: number;
};

/**
 * What the instances of one service have in common. Every method rejects when the store cannot be reached or takes its time, and
 * then within some 25 ms; while it is known to be out of reach they reject at once.
 */
export type SharedStore = {
  /** The text of a key, or null. */
  get(key: string): Promise<string | null>;
  /** The texts of some keys in their order. */
  getMany(keys: readonly string[]): Promise<readonly (string | null)[]>;
  set(key: string, text: string, lifetimeMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Sets a key that nobody has set; false where somebody has. */
  claim(key: string, token: string, lifetimeMs: number): Promise<boolean>;
  /** Lets a claim go on from now; false where the key holds another token or none. */
  extend(key: string, token: string, lifetimeMs: number): Promise<boolean>;
  /** Deletes a claim, unless the key holds another token. Not waited for, and never throws. */
  release(key: string, token: string): void;
  /** Counts once in the window of a key, which begins with the first count. */
  count(key: string, windowMs: number): Promise<WindowCount>;
  close(): void;
};
