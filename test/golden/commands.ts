/** One run of the program. */
export type GoldenCommand = { readonly id: string; readonly args: readonly string[] };

/** The runs of the replay. */
export const goldenCommands: readonly GoldenCommand[] = [
  ['ask', 'What is the capital of Kenya?'],
  ['ask', 'Which languages are spoken in Peru?', '--json'],
  ['ask', 'history of Ghana', '--deep', '--sources', '3'],
  ['ask', '17 % of 249'],
  ['ask', 'Does Norway have a coast?', '--site', 'norway.test', '--time-range', 'year'],
  ['ask', ''],
  ['ask', 'x', '--sources', '11'],
  ['nothing'],
].map((args) => ({ id: `sayso ${args.join(' ')}`, args }));

/** What every run of the tests replays; each takes a process of its own. */
export const usualCommands = goldenCommands.filter((_, at) => at % 3 === 0);
