/** The interfaces that speak other software's protocols and can be switched off, in the docs' order. */
export const INTERFACE_NAMES = ['mcp', 'openai', 'ollama', 'search-apis'] as const;

/** The name of one of them, as `FACES` lists it. */
export type InterfaceName = (typeof INTERFACE_NAMES)[number];
