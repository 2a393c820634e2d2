/** True if the browser can read aloud. */
export const canRead = 'speechSynthesis' in globalThis;

/** True if the browser can recognise speech. */
export const canListen = 'SpeechRecognition' in globalThis || 'webkitSpeechRecognition' in globalThis;
