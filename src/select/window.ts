/** A run of units of one page; `to` is exclusive. */
export type Window = {
  readonly page: number;
  readonly from: number;
  readonly to: number;
  readonly score: number;
};

/** Best first; equal ones by their position in the page, then in the list. */
export function byScore(a: Window, b: Window): number {
  return b.score - a.score || a.from - b.from || a.page - b.page;
}
