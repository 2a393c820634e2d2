/**
 * The interfaces that speak a protocol of other software and can be switched off, in the order of the docs.
 */
export const INTERFACE_NAMES = ['mcp', 'openai', 'ollama', 'search-apis'] as const;

/** The name of one of them, as `FACES` lists it. */
export type InterfaceName = (typeof INTERFACE_NAMES)[number];
