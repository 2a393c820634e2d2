/** The metrics of the service as those read them who collect them. */
export type MetricsText = {
  /** Media type of the text. */
  readonly contentType: string;
  text(): Promise<string>;
};
