/**
 * The address of a file of a library that its package does not export, for `import()`. Main entry points
 * often load much that is never used (docs/decisions/0023-parts-of-libraries.md).
 * @param file its path relative to the main entry point
 */
export function libraryPart(library: string, file: string): string {
  return new URL(file, import.meta.resolve(library)).href;
}
