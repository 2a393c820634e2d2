/**
 * Every text of the page without JavaScript, in one language. `{count}` is filled in and must stay as it is
 * in a translation.
 */
export type DocumentTable = Readonly<
  Record<
    | 'field'
    | 'ask'
    | 'searching'
    | 'sources'
    | 'nothingFound'
    | 'writing'
    | 'answer'
    | 'done'
    | 'empty'
    | 'tooLong'
    | 'formOnly'
    | 'ahead'
    | 'keyNeeded'
    | 'failed',
    string
  >
>;
