/** The share of a part in the whole, usually 0 to 1; 0 if there is nothing. */
export function share(part: number, all: number): number {
  return all === 0 ? 0 : part / all;
}
