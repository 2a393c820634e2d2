/** Why something failed. It is put into words where it leaves the service, by one of the functions below. */
export type Fault = {
  /** In words that a self-hoster understands. Contains no secrets, addresses or text from an upstream. */
  readonly cause: string;
  /** What to do about it. */
  readonly remedy?: string;
  /** The address that the cause is about, without secrets. It may be internal, so only operators see it. */
  readonly address?: string;
};

/** The cause and the remedy, for anyone. */
export function faultWords({ cause, remedy }: Fault): string {
  return remedy === undefined ? cause : `${cause}: ${remedy}`;
}

/** The fault with its cause in the form for operators: with the address. */
export function withAddress<F extends Fault>(fault: F): F {
  const { cause, address } = fault;
  return address === undefined ? fault : { ...fault, cause: `${cause} (${address})` };
}
