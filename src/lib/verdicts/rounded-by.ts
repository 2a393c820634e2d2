const ROUGH_WORDS =
  'about|around|approximately|roughly|nearly|almost|some|etwa|rund|ungefähr|circa|ca\\.|fast|knapp|environ|' +
  'près de|presque|quelque|unos|unas|casi|cerca de|alrededor de|aproximadamente|uns|umas|quase|quasi';
/** Words before a number that mark it as rounded. */
const ROUGHLY = new RegExp(`(?:^|[^\\p{L}])(?:${ROUGH_WORDS})\\s$|(?:约|約|近|およそ|ほぼ)$`, 'iu');
/**
 * A rounded number may be off by half the place value of its last non-zero digit, but at most by this share
 * of itself.
 */
const MAX_ROUNDED_SHARE = 0.035;

/** By how much a number at this position may be rounded; 0 if no word marks it as such. */
export function roundedBy(text: string, at: number, value: number): number {
  const zeros = /0+$/.exec(String(value))?.[0].length ?? 0;
  if (zeros === 0 || value < 100 || !ROUGHLY.test(text.slice(Math.max(0, at - 20), at))) return 0;
  return Math.min(10 ** zeros / 2, value * MAX_ROUNDED_SHARE);
}
