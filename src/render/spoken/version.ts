import type { Locale } from './locales/locale.ts';
import type { Rule } from './rule.ts';

const VERSION = /(?<![\p{L}\p{N}.,])(v?)(\d{1,4}(?:\.\d{1,4}){1,3})(?![\p{L}\p{N}]|[.,]\d)/gu;
const THOUSANDS = /^\d{1,3}(?:\.\d{3}){2,}$/;

/** Spells out versions: `v1.2.3` as `version 1 point 2 point 3`. Decimals and thousands stay as they are. */
export function createVersionRule(locale: Locale): Rule {
  return (text) => {
    if (!/\d\.\d/.test(text)) return text;
    return text.replace(VERSION, (written: string, mark: string, number: string) => {
      const parts = number.split('.');
      if (THOUSANDS.test(number) || (parts.length < 3 && mark === '')) return written;
      const said = parts.length < 3 ? number : parts.join(` ${locale.point} `);
      return mark === '' ? said : `${locale.version} ${said}`;
    });
  };
}
