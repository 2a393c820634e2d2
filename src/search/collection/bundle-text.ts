/** What a reader extracts from a zip file of XML: its text and its titles, best first. */
export type BundleText = { readonly text: string; readonly titles: readonly (string | null)[] };
