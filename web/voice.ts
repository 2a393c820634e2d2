/** True when the browser can speak. */
export const canSpeak = 'speechSynthesis' in globalThis;

/**
 * Reads text aloud and calls `onEnd` after the last word; returns what stops it. One utterance for each sentence,
 * because Chromium's network voices fall silent after some 15 seconds of one.
 */
export function readAloud(text: string, onEnd: () => void): () => void {
  const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text);
  const utterances = Array.from(sentences, ({ segment }) => new SpeechSynthesisUtterance(segment));
  let stopped = false;
  utterances.at(-1)?.addEventListener('end', () => {
    if (!stopped) onEnd();
  });
  speechSynthesis.cancel();
  for (const utterance of utterances) speechSynthesis.speak(utterance);
  return () => {
    stopped = true;
    speechSynthesis.cancel();
  };
}
