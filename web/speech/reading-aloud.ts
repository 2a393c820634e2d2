import { readAnswerPreferences } from '../settings/answer-preferences.ts';
import { readSettings } from '../settings/settings.ts';
import { exchangesOf } from '../state/exchanges.ts';
import type { Speaking } from '../state/state.ts';
import type { Store } from '../state/store.ts';
import { createSentenceFinder } from './sentence-finder.ts';

/**
 * Reads the answer aloud when the state asks for it, one utterance per sentence: Chromium's network voices
 * stop after about 15 seconds of an utterance. `pause()` does not work everywhere, so a pause cancels the
 * sentence and continuing repeats it. Returns the function to call after every change of the state.
 */
export function createReadingAloud(store: Store): () => void {
  let current: SpeechSynthesisUtterance | null = null;
  let marked: Range | null = null;
  let spokenTurn = 0;
  addEventListener('pagehide', () => speechSynthesis.cancel());

  function follow() {
    const { state } = store;
    const { speaking, phase } = state;
    if (speaking === null || speaking.paused) return fallSilent();
    const { turn } = speaking;
    const { sentences = [] } = exchangesOf(state)[turn] ?? {};
    const sentence = sentences[speaking.at];
    // Another answer is read from now on.
    if (current !== null && turn !== spokenTurn) fallSilent();
    if (current !== null) {
      // When a growing block is written again, its marked text is replaced and the mark is lost.
      if (sentence !== undefined && marked?.collapsed !== false) marked = mark(turn, sentence);
    } else if (sentence !== undefined) {
      speak(sentence.trim(), speaking);
      marked = mark(turn, sentence);
      marked?.startContainer.parentElement?.scrollIntoView({ block: 'nearest' });
    } else if (phase === 'ended' || turn < state.thread.length)
      store.send({ type: 'speaking', speaking: null });
  }

  function speak(sentence: string, { turn, at }: Speaking) {
    const utterance = new SpeechSynthesisUtterance(sentence);
    const language = exchangesOf(store.state)[turn]?.language ?? '';
    const { voice, speed } = readAnswerPreferences(readSettings().answers);
    spokenTurn = turn;
    utterance.rate = speed;
    if (language !== '' && language !== 'und') utterance.lang = language;
    const chosen = speechSynthesis.getVoices().find(({ name }) => name === voice);
    // A voice of another language would read the words wrongly.
    if (chosen !== undefined && isOf(chosen, utterance.lang)) utterance.voice = chosen;
    const goOn = (isOver: boolean) => () => {
      if (current !== utterance) return;
      current = null;
      store.send({ type: 'speaking', speaking: isOver ? null : { turn, at: at + 1, paused: false } });
    };
    utterance.onend = goOn(false);
    utterance.onerror = goOn(true);
    current = utterance;
    speechSynthesis.speak(utterance);
  }

  function fallSilent() {
    if (store.state.speaking === null) CSS.highlights?.delete('spoken');
    if (current === null) return;
    current = null;
    speechSynthesis.cancel();
  }
  return follow;
}

/** True if the voice speaks the language, whatever its country; BCP 47 tags. */
function isOf(voice: SpeechSynthesisVoice, language: string): boolean {
  const primary = (tag: string) => tag.split(/[-_]/, 1)[0]?.toLowerCase();
  return language === '' || primary(voice.lang) === primary(language);
}

/**
 * Marks the sentence in the answer's text without changing the DOM, if the sentence is found and the browser
 * supports it.
 */
function mark(turn: number, sentence: string): Range | null {
  CSS.highlights?.delete('spoken');
  const text = document.querySelector(`[data-turn="${turn}"] .blocks`);
  const range = text && createSentenceFinder(text).find(sentence);
  if (!range) return null;
  CSS.highlights?.set('spoken', new Highlight(range));
  return range;
}
