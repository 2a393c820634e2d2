/** What an installation searches and who writes its answers, as the page tells its readers. */
export type Installation = {
  /** The web, the operator's own documents, or both; `wikipedia` if nothing else of the web is searched. */
  readonly searches: 'web' | 'documents' | 'both' | 'wikipedia';
  /** `quotes` for answers without a model, `nothing` if only the sources are shown. */
  readonly writes: 'model' | 'quotes' | 'nothing';
};
