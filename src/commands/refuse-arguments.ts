import { wrongUsage } from './help.ts';

/**
 * Refuses arguments, because a service is configured by settings and an ignored option would look as if it
 * had an effect.
 * @param options the options that the command does have, for the message
 * @throws Failure `invalid-question` if there are arguments
 */
export function refuseArguments(command: string, args: readonly string[], options = ''): void {
  if (args.length === 0) return;
  throw wrongUsage(
    `sayso ${command}${options}, with settings as environment variables: PORT=8080 sayso ${command}`,
  );
}
