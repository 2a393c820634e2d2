import { rangeOf, statementSpans } from '../browser/statement-spans.ts';
import { readAnswerPreferences } from '../settings/answer-preferences.ts';
import { readSettings } from '../settings/settings.ts';
import { exchangesOf } from '../state/exchanges.ts';
import type { Speaking } from '../state/state.ts';
import type { Store } from '../state/store.ts';
import { spokenStatement } from './spoken-statement.ts';

/** How long a browser without a voice for the language gets to begin, in milliseconds. */
const START_LIMIT_MS = 3000;

/**
 * Reads the answer aloud when the state asks for it, one utterance per sentence: Chromium's network voices
 * stop after about 15 seconds of an utterance. `pause()` does not work everywhere, so a pause cancels the
 * sentence and continuing repeats it. Returns the function to call after every change of the state.
 */
export function createReadingAloud(store: Store): () => void {
  let current: SpeechSynthesisUtterance | null = null;
  let marked: Range | null = null;
  /** The number of the statement that was marked last: the next one follows it. */
  let statement = 0;
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
      if (sentence !== undefined && marked?.collapsed !== false) mark(turn, sentence);
    } else if (sentence !== undefined) {
      if (speaking.at === 0) statement = 0;
      speak(sentence.trim(), speaking);
      mark(turn, sentence);
      if (marked?.startContainer instanceof Element)
        marked.startContainer.scrollIntoView({ block: 'nearest' });
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
    const goOn = (next: Speaking | null) => {
      if (current !== utterance) return;
      current = null;
      store.send({ type: 'speaking', speaking: next });
    };
    const mute = { turn, at, paused: true, isMute: true };
    // Some browsers without a voice report no error and never begin.
    const starting = setTimeout(() => {
      if (current !== utterance) return;
      if (speechSynthesis.getVoices().some((each) => isOf(each, utterance.lang))) return;
      goOn(mute);
      speechSynthesis.cancel();
    }, START_LIMIT_MS);
    utterance.onstart = () => clearTimeout(starting);
    utterance.onend = () => goOn({ turn, at: at + 1, paused: false });
    utterance.onerror = ({ error }) => goOn(/unavailable|synthesis/.test(error) ? mute : null);
    current = utterance;
    speechSynthesis.speak(utterance);
  }

  /** Marks the sentence without changing the DOM, if it is found and the browser supports it. */
  function mark(turn: number, sentence: string) {
    const number = spokenStatement(turn, sentence, statement);
    const ranges = number === null ? [] : statementSpans(turn, number).map(rangeOf);
    statement = number ?? statement;
    marked = ranges[0] ?? null;
    CSS.highlights?.set('spoken', new Highlight(...ranges));
  }

  function fallSilent() {
    const { speaking } = store.state;
    if (speaking === null || speaking.isMute) CSS.highlights?.delete('spoken');
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
