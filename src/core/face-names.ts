/**
 * The interfaces that speak a protocol of other software and can be switched off, in the order of the docs.
 */
export const FACE_NAMES = ['mcp', 'openai', 'ollama', 'search-apis'] as const;

/** The name of one of them, as `FACES` lists it. */
export type FaceName = (typeof FACE_NAMES)[number];
