/** How an opened stream can fail. */
export type Fault =
  /** It ended before the model reported that it had finished. */
  | 'cut'
  /** A line is not JSON, or JSON of another shape. */
  | 'garbage'
  /** Nothing in it followed the protocol: a web page, or another API. */
  | 'foreign'
  /** The model finished without any text. */
  | 'empty'
  /** The model produced thinking, but no answer. */
  | 'only-thinking'
  /** The model's token limit was reached before the first word. */
  | 'no-room'
  /** The provider withheld the answer. */
  | 'filtered'
  /** The model's token limit was reached in the middle of the answer. */
  | 'cut-by-limit'
  /** The provider stopped the answer. */
  | 'cut-by-filter'
  /** The answer was uselessly long, as when a model repeats itself endlessly. */
  | 'endless';

/** A failed stream. Contains none of the stream's text. */
export class StreamFault extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault);
    this.name = 'StreamFault';
    this.fault = fault;
  }
}
