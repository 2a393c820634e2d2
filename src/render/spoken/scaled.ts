import { plainAmount } from './amount.ts';
import { type Locale, type Name, nameFor } from './locales/locale.ts';

/**
 * A large number with its noun: `15 billion dollars`, `3 millones de euros`, `3 millions d'euros`. `form` is
 * the large number as written, such as `bn`.
 */
export function sayScaled(amount: string, form: string, name: Name, locale: Locale): string {
  const scaled = locale.scales[form.replace(/\.$/, '')] ?? form;
  const many = name.split('|').at(-1) ?? name;
  const isLarge = scaled.includes('|') || locale.scaleOf === ' ';
  const number = `${plainAmount(amount, locale)} ${nameFor(amount, scaled, locale)}`;
  return number + joinOf(isLarge ? locale.scaleOf : ' ', many);
}

/**
 * The noun with the word between it and the number: French drops the vowel of `de` before another, `millions
 * d’euros`.
 */
export function joinOf(join: string, name: string): string {
  return join === " d'" && /^[^aeiouéèh]/i.test(name) ? ` de ${name}` : join + name;
}
