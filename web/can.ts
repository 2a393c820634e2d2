/** True when the browser can read aloud. */
export const canRead = 'speechSynthesis' in globalThis;

/** True when the browser can write down what is said. */
export const canListen = 'SpeechRecognition' in globalThis || 'webkitSpeechRecognition' in globalThis;
