/** How a stream that was opened can disappoint. */
export type Fault =
  /** It stopped before the model said that it had finished. */
  | 'cut'
  /** A line of it is no JSON, or JSON of another shape. */
  | 'garbage'
  /** Nothing in it was of the protocol: a web page, another API. */
  | 'foreign'
  /** The model finished without a word. */
  | 'empty'
  /** The model thought and wrote no answer. */
  | 'only-thinking'
  /** The model's token limit was reached before the first word. */
  | 'no-room'
  /** The provider held the answer back. */
  | 'filtered'
  /** The model's token limit was reached within the answer. */
  | 'cut-by-limit'
  /** The provider stopped the answer. */
  | 'cut-by-filter'
  /** The answer was longer than anybody reads, as of a model that runs in circles. */
  | 'endless';

/** A disappointing stream. Holds nothing of what came. */
export class StreamFault extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault);
    this.name = 'StreamFault';
    this.fault = fault;
  }
}
