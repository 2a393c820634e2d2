import type { Locale } from './locales/locale.ts';
import type { Rule } from './rule.ts';

const IP_ADDRESS = /(?<![\p{L}\p{N}.])(?:\d{1,3}\.){3}\d{1,3}(?![\p{L}\p{N}]|\.\d)/gu;

/** Writes `192.168.0.1` digit by digit, with the word for a dot between its groups. */
export function createIpAddressRule(locale: Locale): Rule {
  const spell = (address: string) =>
    address
      .split('.')
      .map((group) => [...group].join(' '))
      .join(` ${locale.dot} `);
  return (text) => text.replace(IP_ADDRESS, spell);
}
