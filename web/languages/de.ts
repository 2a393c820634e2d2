import type { AsideTable, WordTable } from './word-table.ts';

/** German. */
export const table: WordTable = {
  headline: 'Frag das Web.',
  introduction: 'Sayso durchsucht das Web, schreibt aus den Ergebnissen eine Antwort und nennt die Quellen.',
  privacy: 'Deine Frage geht nur an diesen Dienst, seine Suchmaschinen und sein Sprachmodell.',
  api: 'API für Entwickler',
  examplesTitle: 'Zum Beispiel',
  examples: [
    'Warum ist der Himmel blau?',
    'Wie trainieren Impfungen das Immunsystem?',
    'Was ist der Unterschied zwischen TCP und UDP?',
  ],
  field: 'Deine Frage',
  placeholder: 'Stell eine Frage',
  followUp: 'Stell eine Folgefrage',
  newQuestion: 'Neue Frage',
  ask: 'Fragen',
  stop: 'Stopp',
  askAgain: 'Noch einmal fragen',
  retry: 'Erneut versuchen',
  answer: 'Antwort',
  sources: 'Quellen',
  sourceCount: { one: '{count} Quelle', other: '{count} Quellen' },
  otherSources: { one: '{count} weitere Quelle', other: '{count} weitere Quellen' },
  wholePage: 'Seite gelesen',
  excerptOnly: 'nur der Auszug',
  notes: {
    empty: 'Gib zuerst eine Frage ein.',
    'too-long': 'Diese Frage hat {count} Zeichen, erlaubt sind {most}.',
    unasked: 'Drücke „Fragen“, um diese Frage zu senden.',
  },
  table: 'Tabelle',
  copyAnswer: 'Kopieren',
  copy: 'Kopieren',
  copied: 'Kopiert',
  notCopied: 'Nicht kopiert',
  listen: 'Vorlesen',
  pauseListening: 'Pause',
  resumeListening: 'Fortsetzen',
  stopListening: 'Stopp',
  speak: 'Per Sprache fragen',
  stopSpeaking: 'Aufnahme beenden',
  notHeard: 'Kein Mikrofon: hier tippen',
  share: 'Teilen',
  linkCopied: 'Link kopiert',
  searching: 'Das Web wird durchsucht …',
  readingPages: 'Seiten werden gelesen …',
  reading: { one: '{count} Seite wird gelesen: {hosts}', other: '{count} Seiten werden gelesen: {hosts}' },
  steps: 'Details',
  slot: { engine_a: 'Erste Suche', engine_b: 'Zweite Suche', engine_c: 'Dritte Suche' },
  slotStatus: {
    ok: 'hat Ergebnisse gefunden',
    empty: 'hat nichts gefunden',
    failed: 'ist fehlgeschlagen',
    skipped: 'wurde übersprungen',
    overtaken: 'war langsamer',
  },
  pageRead: 'gelesen',
  times: 'Zeit: Suche {search}, Seiten {read}, Antwort {write}',
  milliseconds: '{count} ms',
  seconds: '{count} s',
  writing: 'Die Antwort wird geschrieben …',
  writingFrom: {
    one: 'Die Antwort wird anhand von {count} Quelle geschrieben …',
    other: 'Die Antwort wird anhand von {count} Quellen geschrieben …',
  },
  answered: 'Ohne Quellen beantwortet',
  answeredFrom: {
    one: 'Anhand von {count} Quelle beantwortet',
    other: 'Anhand von {count} Quellen beantwortet',
  },
  answeredIn: 'In {time} ohne Quellen beantwortet',
  answeredInFrom: {
    one: 'In {time} anhand von {count} Quelle beantwortet',
    other: 'In {time} anhand von {count} Quellen beantwortet',
  },
  found: { one: '{count} Quelle gefunden', other: '{count} Quellen gefunden' },
  wait: {
    one: 'Versuch es in {count} Sekunde noch einmal.',
    other: 'Versuch es in {count} Sekunden noch einmal.',
  },
  waitUntil: 'Versuch es um {time} Uhr noch einmal.',
  notices: {
    stopped: {
      title: 'Abgebrochen.',
      next: 'Ändere die Frage oder versuch es erneut.',
    },
    offline: { title: 'Du bist offline.', next: 'Stell eine Internetverbindung her und versuch es erneut.' },
    unreachable: {
      title: 'Der Dienst antwortet nicht.',
      next: 'Prüfe, ob du verbunden bist und ob der Dienst läuft, und versuch es dann erneut.',
    },
    key: {
      title: 'Dieser Dienst braucht einen Schlüssel.',
      next: 'Gib den Schlüssel ein, den du bekommen hast. Er bleibt gespeichert, bis du diesen Tab schließt.',
    },
    'wrong-key': {
      title: 'Dieser Schlüssel ist ungültig.',
      next: 'Prüfe ihn und gib ihn noch einmal ein.',
    },
    rate: {
      title: 'Zu viele Fragen in kurzer Zeit.',
      next: 'Warte kurz und versuch es dann erneut.',
    },
    busy: { title: 'Der Dienst ist ausgelastet.', next: 'Versuch es gleich noch einmal.' },
    refused: {
      title: 'Der Dienst hat diese Frage nicht angenommen.',
      next: 'Ändere sie und frag noch einmal.',
    },
    search: {
      title: 'Die Suche ist fehlgeschlagen.',
      next: 'Versuch es erneut. Wenn der Fehler bleibt, melde ihn dem Betreiber dieses Dienstes.',
    },
    broken: {
      title: 'Die Verbindung brach ab, bevor die Antwort vollständig war.',
      next: 'Versuch es erneut, um die ganze Antwort zu lesen.',
    },
    failed: {
      title: 'Etwas ist schiefgegangen.',
      next: 'Versuch es erneut. Wenn der Fehler bleibt, melde ihn dem Betreiber dieses Dienstes.',
    },
    unconfigured: {
      title: 'Es ist noch kein Sprachmodell eingerichtet.',
      next: 'Starte den Dienst mit einem dieser Befehle.',
    },
    'nothing-found': { title: 'Nichts gefunden.', next: 'Versuch es mit weniger oder anderen Wörtern.' },
    unsourced: {
      title: 'Diese Antwort hat keine Quellen.',
      next:
        'Das Modell hat sie aus dem Gedächtnis geschrieben, und sie wurde nicht geprüft. Betrachte ' +
        'sie als Vermutung.',
    },
    'model-failed': {
      title: 'Das Modell hat nicht geantwortet.',
      next: 'Lies die Quellen oder versuch es erneut.',
    },
    incomplete: {
      title: 'Diese Antwort ist unvollständig.',
      next: 'Frag noch einmal, um die ganze Antwort zu bekommen.',
    },
    quoted: {
      title: 'Das Modell hat nicht geantwortet.',
      next: 'Stattdessen stehen hier Zitate aus den Quellen.',
    },
  },
};

/** History and settings in German. */
export const asideTable: AsideTable = {
  history: 'Verlauf',
  noHistory: 'Deine Fragen werden nur in diesem Browser gespeichert.',
  clearHistory: 'Verlauf löschen',
  removeEntry: 'Entfernen',
  offlineHere: 'Du bist offline. Frühere Antworten kannst du hier weiterhin lesen.',
  findings: '{found} von {all} Sätzen in den Quellen gefunden',
  findingsMean:
    'Jeder Satz wurde Wort für Wort mit den Quellen verglichen. Ein Satz, der nicht gefunden wurde, ' +
    'kann stimmen, und eine Quelle kann sich irren.',
  differs: 'Weicht ab:',
  notFound: 'Nicht gefunden:',
  sourceSays: 'Quelle {source} sagt:',
  settings: 'Einstellungen',
  theme: 'Darstellung',
  themes: { system: 'Systemeinstellung', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  languageOfBrowser: 'Browsersprache',
  sourceLimit: 'Quellen pro Antwort',
  usualSources: 'Standard',
  keys: 'Tastenkürzel mit nur einer Taste (/, ?, 1–9)',
  keysOn: 'An',
  keysOff: 'Aus',
  keysTitle: 'Tastenkürzel',
  keyUses: {
    field: 'zum Fragefeld',
    stop: 'abbrechen',
    source: 'eine Quelle öffnen',
    list: 'Tastenkürzel anzeigen',
  },
  close: 'Schließen',
  keyField: 'Schlüssel',
  useKey: 'Schlüssel verwenden',
  remedies: {
    ollama: {
      title: 'Ollama',
      note:
        'Ein Modell auf deinem eigenen Rechner. Es braucht keinen Schlüssel, und deine Daten bleiben ' +
        'dort.',
    },
    key: { title: 'API-Schlüssel', note: 'Ein gehostetes Modell mit einem API-Schlüssel des Anbieters.' },
    quotes: { title: 'Ohne Modell', note: 'Die besten Sätze aus den Quellen, wörtlich zitiert.' },
  },
};
