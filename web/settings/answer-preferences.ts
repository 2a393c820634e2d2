import { SAFE_SEARCH_LEVELS, type SafeSearch } from '../../src/core/scope.ts';
import { field, listField, numberField, textField } from '../state/messages.ts';

/** The reader's preferences for answers, as far as they differ from the usual. */
export type AnswerPreferences = {
  readonly length: 'short' | 'normal' | 'detailed';
  /** How strictly results for adults are left out; empty for what the service does. */
  readonly safeSearch: SafeSearch | '';
  /** Host names of sites that come first, and of sites that are left out. */
  readonly prefer: readonly string[];
  readonly never: readonly string[];
  /** True to change the plan of a deep answer before it starts. */
  readonly editsPlan: boolean;
  /** The name of the voice that reads aloud; empty for the usual one. */
  readonly voice: string;
  /** How fast it reads; 1 is the usual speed. */
  readonly speed: number;
};

/** The maximum number of sites in a list that the service accepts. */
export const MAX_SITES = 20;
/** The speeds that can be chosen. */
export const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;

/** The preferences in stored settings; an invalid value is treated as not set. */
export function readAnswerPreferences(stored: unknown): AnswerPreferences {
  const length = textField(stored, 'length');
  return {
    length: length === 'short' || length === 'detailed' ? length : 'normal',
    safeSearch: SAFE_SEARCH_LEVELS.find((each) => each === textField(stored, 'safeSearch')) ?? '',
    prefer: sitesOf(stored, 'prefer'),
    never: sitesOf(stored, 'never'),
    editsPlan: field(stored, 'editsPlan') === true,
    voice: textField(stored, 'voice'),
    speed: SPEEDS.find((each) => each === numberField(stored, 'speed')) ?? 1,
  };
}

function sitesOf(stored: unknown, name: string): string[] {
  const sites = listField(stored, name).map((site) => (typeof site === 'string' ? toHost(site) : ''));
  return sites.filter((site) => site !== '').slice(0, MAX_SITES);
}

/** The host in the typed text, which is a host name or an address; empty if there is none. */
export function toHost(text: string): string {
  const host = text.replace(/^https?:\/\//i, '').split(/[/?#:\s,]/, 1)[0] ?? '';
  return host.includes('.') ? host.toLowerCase() : '';
}

/** The hosts in a list that was typed, separated by spaces, commas or lines. */
export function toHosts(text: string): string[] {
  const hosts = text.split(/[\s,;]+/).map(toHost);
  return [...new Set(hosts.filter((host) => host !== ''))].slice(0, MAX_SITES);
}
