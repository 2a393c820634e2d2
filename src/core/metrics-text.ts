/** The metrics of the service in the text format that collectors read. */
export type MetricsText = {
  /** Media type of the text. */
  readonly contentType: string;
  text(): Promise<string>;
};
