/** The few words the speech adds of its own. English for now; the one place to change when they follow the answer. */
export const PHRASES = {
  /** Said instead of a block of code. */
  code: 'Code example.',
  /** Said before a list item with a ticked or an empty box. */
  ticked: 'Done: ',
  unticked: 'To do: ',
} as const;
