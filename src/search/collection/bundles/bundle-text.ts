/** What a reader takes out of a zip file of XML: its text and the titles it gives itself, best first. */
export type BundleText = { readonly text: string; readonly titles: readonly (string | null)[] };
