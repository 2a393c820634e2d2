/**
 * Common characters that look like an ASCII character (compare UTS #39), except those that NFKD already maps
 * to that character.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аАαΑɑᴀ⍺ꭺᎪ',
  b: 'ьЬвВβΒʙƄɓᏏᏴ',
  c: 'сСϲϹᴄᏟⲥⲤ',
  d: 'ԁԀɗɖᴅᎠᏧ',
  e: 'еЕєҽεΕᴇ℮ꬲᎬⲉ',
  f: 'ϝϜꜰꬵք',
  g: 'ɡցԍɢᏀᶃ',
  h: 'һҺнНհΗʜᏂᎻ',
  i: 'іІιΙıɪɩӀӏⲓᎥ',
  j: 'јЈϳᴊᎫյ',
  k: 'кКκΚᴋᏦⲕ',
  l: 'ʟլⅬᏞɭ',
  m: 'мМΜᴍᎷⲙ',
  n: 'пΝɴոռηⲛ',
  o: 'оОοΟσօᴏөⲟՕ',
  p: 'рРρΡᴘⲣᏢ',
  q: 'ԛԚգզ',
  r: 'гᴦʀɼᏒꭇⲅ',
  s: 'ѕЅꜱʂᏚⲋՏ',
  t: 'тТτΤᴛᎢⲧ',
  u: 'υսʋᴜɥⴙՍ',
  v: 'νѵѴᴠᏙⴸ',
  w: 'ԝԜѡшωᴡᏔա',
  x: 'хХχΧⲭ᙮ⅹ',
  y: 'уУүγΥʏⲩᎩ',
  z: 'ᴢΖᏃʐ',
  '<': '˂ᐸ❮〈⟨◁⋖❰',
  '>': '˃ᐳ❯〉⟩▷⋗❱',
  '[': '【〔⟦❲⁅',
  ']': '】〕⟧❳⁆',
  '|': '¦│❘∣┃⏐╎║‖ǀǁ׀',
  '/': '⁄∕⧸╱∖⧹╲\\',
  _: 'ˍ⎽',
  ':': 'ː∶꞉׃։',
  '#': '♯',
};

const ASCII = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([ascii, others]) =>
    Array.from(others, (other) => [other, ascii] as const),
  ),
);

/** The ASCII character that this one looks like; undefined for any other. */
export function toAscii(character: string): string | undefined {
  return ASCII.get(character);
}
