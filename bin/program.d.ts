/** The types of `program.js`, which describes these functions. */
export function programOf(root: string): string;
export function isCurrent(root: string, name: string): boolean;
export function stampOf(path: string): string;
export function cacheFolderOf(root: string): string;
