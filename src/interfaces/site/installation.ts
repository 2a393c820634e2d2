/** What an installation searches and who writes its answers, as the page tells its readers. */
export type Installation = {
  /** The web, the operator's own documents, or both. */
  readonly searches: 'web' | 'documents' | 'both';
  /** `quotes` for answers without a model, `nothing` if only the sources are shown. */
  readonly writes: 'model' | 'quotes' | 'nothing';
};
