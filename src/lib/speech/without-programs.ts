/** A script or style that a model wrote as text; one that is not closed goes on to the end. */
const PROGRAM = /<(script|style)(?=[\s/>])[^<>]{0,500}>[\s\S]*?(?:<\/\1\s*>|$)/gi;

/**
 * Text for a voice without scripts and styles; null if it has nothing else. The tags of other elements are
 * left out later, and their words stay.
 */
export function withoutPrograms(text: string): string | null {
  if (!text.includes('<')) return text;
  const words = text.replace(PROGRAM, ' ');
  return words.trim() === '' && text.trim() !== '' ? null : words;
}
