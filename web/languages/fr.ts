import type { AsideTable, WordTable } from './word-table.ts';

/** French. */
export const table: WordTable = {
  headline: 'Interrogez le web.',
  introduction:
    'Sayso cherche sur le web, rédige une réponse à partir de ce qu’il trouve et cite ses sources.',
  privacy:
    'Votre question n’est envoyée qu’à ce service, à ses moteurs de recherche et à son modèle de langage.',
  api: 'API pour les développeurs',
  examplesTitle: 'Par exemple',
  examples: [
    'Pourquoi le ciel est-il bleu\u202f?',
    'Comment les vaccins entraînent-ils le système immunitaire\u202f?',
    'Quelle est la différence entre TCP et UDP\u202f?',
  ],
  field: 'Votre question',
  placeholder: 'Posez une question',
  followUp: 'Posez une question complémentaire',
  newQuestion: 'Nouvelle question',
  ask: 'Demander',
  stop: 'Arrêter',
  askAgain: 'Reposer la question',
  retry: 'Réessayer',
  answer: 'Réponse',
  sources: 'Sources',
  sourceCount: { one: '{count} source', other: '{count} sources' },
  otherSources: { one: '{count} autre source', other: '{count} autres sources' },
  wholePage: 'page lue',
  excerptOnly: 'extrait seulement',
  notes: {
    empty: 'Saisissez d’abord une question.',
    'too-long': 'Cette question compte {count} caractères\u202f; la limite est de {most}.',
    unasked: 'Appuyez sur «\u00a0Demander\u00a0» pour envoyer cette question.',
  },
  table: 'Tableau',
  copyAnswer: 'Copier',
  copy: 'Copier',
  copied: 'Copié',
  notCopied: 'Échec de la copie',
  listen: 'Lire à voix haute',
  pauseListening: 'Pause',
  resumeListening: 'Reprendre',
  stopListening: 'Arrêter',
  speak: 'Dicter la question',
  stopSpeaking: 'Arrêter l’écoute',
  notHeard: 'Pas de micro\u00a0: écrivez ici',
  share: 'Partager',
  linkCopied: 'Lien copié',
  searching: 'Recherche sur le web…',
  readingPages: 'Lecture des pages…',
  reading: {
    one: 'Lecture de {count} page\u00a0: {hosts}',
    other: 'Lecture de {count} pages\u00a0: {hosts}',
  },
  steps: 'Détails',
  slot: { engine_a: 'Première recherche', engine_b: 'Deuxième recherche', engine_c: 'Troisième recherche' },
  slotStatus: {
    ok: 'a trouvé des résultats',
    empty: 'n’a rien trouvé',
    failed: 'a échoué',
    skipped: 'a été ignorée',
    overtaken: 'a été plus lente',
  },
  pageRead: 'lue',
  times: 'Temps\u00a0: recherche {search}, pages {read}, réponse {write}',
  milliseconds: '{count} ms',
  seconds: '{count} s',
  writing: 'Rédaction…',
  writingFrom: {
    one: 'Rédaction à partir de {count} source…',
    other: 'Rédaction à partir de {count} sources…',
  },
  answered: 'Réponse sans sources',
  answeredFrom: {
    one: 'Réponse à partir de {count} source',
    other: 'Réponse à partir de {count} sources',
  },
  answeredIn: 'Réponse en {time}, sans sources',
  answeredInFrom: {
    one: 'Réponse en {time} à partir de {count} source',
    other: 'Réponse en {time} à partir de {count} sources',
  },
  found: { one: '{count} source trouvée', other: '{count} sources trouvées' },
  wait: { one: 'Réessayez dans {count} seconde.', other: 'Réessayez dans {count} secondes.' },
  waitUntil: 'Réessayez à {time}.',
  notices: {
    stopped: { title: 'Réponse interrompue.', next: 'Modifiez la question ou réessayez.' },
    offline: { title: 'Vous êtes hors ligne.', next: 'Connectez-vous à Internet, puis réessayez.' },
    unreachable: {
      title: 'Le service ne répond pas.',
      next: 'Vérifiez que vous êtes connecté et que le service fonctionne, puis réessayez.',
    },
    key: {
      title: 'Ce service nécessite une clé.',
      next: 'Saisissez la clé que vous avez reçue. Elle est conservée jusqu’à la fermeture de cet onglet.',
    },
    'wrong-key': {
      title: 'Cette clé n’est pas valide.',
      next: 'Vérifiez-la et saisissez-la de nouveau.',
    },
    rate: { title: 'Trop de questions.', next: 'Patientez un peu, puis réessayez.' },
    busy: { title: 'Le service est très sollicité.', next: 'Réessayez dans un instant.' },
    refused: {
      title: 'Le service n’a pas accepté cette question.',
      next: 'Modifiez-la et posez-la de nouveau.',
    },
    search: {
      title: 'La recherche a échoué.',
      next: 'Réessayez. Si l’erreur persiste, prévenez la personne qui gère ce service.',
    },
    broken: {
      title: 'La connexion a été coupée avant la fin de la réponse.',
      next: 'Réessayez pour obtenir la réponse complète.',
    },
    failed: {
      title: 'Une erreur s’est produite.',
      next: 'Réessayez. Si l’erreur persiste, prévenez la personne qui gère ce service.',
    },
    unconfigured: {
      title: 'Aucun modèle de langage n’est encore configuré.',
      next: 'Démarrez le service avec l’une de ces commandes.',
    },
    'nothing-found': {
      title: 'Aucun résultat.',
      next: 'Essayez avec moins de mots ou avec d’autres mots.',
    },
    unsourced: {
      title: 'Cette réponse n’a pas de sources.',
      next:
        'Le modèle l’a écrite de mémoire et elle n’a pas été vérifiée. Considérez-la comme une ' +
        'supposition.',
    },
    'model-failed': {
      title: 'Le modèle n’a pas répondu.',
      next: 'Lisez les sources ou réessayez.',
    },
    incomplete: {
      title: 'Cette réponse est incomplète.',
      next: 'Reposez la question pour obtenir la réponse complète.',
    },
    quoted: { title: 'Le modèle n’a pas répondu.', next: 'Voici plutôt des citations tirées des sources.' },
  },
};

/** History and settings in French. */
export const asideTable: AsideTable = {
  history: 'Historique',
  noHistory: 'Vos questions sont enregistrées uniquement dans ce navigateur.',
  clearHistory: 'Effacer l’historique',
  removeEntry: 'Supprimer',
  offlineHere: 'Vous êtes hors ligne. Vos réponses précédentes restent consultables ici.',
  findings: '{found} phrases sur {all} trouvées dans les sources',
  findingsMean:
    'Chaque phrase a été comparée mot à mot avec les sources. Une phrase non trouvée peut être ' +
    'vraie, et une source peut se tromper.',
  differs: 'Diffère\u00a0:',
  notFound: 'Non trouvée\u00a0:',
  sourceSays: 'La source {source} dit\u00a0:',
  settings: 'Réglages',
  theme: 'Thème',
  themes: { system: 'Système', light: 'Clair', dark: 'Sombre' },
  language: 'Langue',
  languageOfBrowser: 'Langue du navigateur',
  sourceLimit: 'Sources par réponse',
  usualSources: 'Par défaut',
  keys: 'Raccourcis à une touche (/,\u00a0?, 1–9)',
  keysOn: 'Activés',
  keysOff: 'Désactivés',
  keysTitle: 'Raccourcis clavier',
  keyUses: {
    field: 'aller à la question',
    stop: 'arrêter',
    source: 'ouvrir une source',
    list: 'afficher les raccourcis',
  },
  close: 'Fermer',
  keyField: 'Clé',
  useKey: 'Utiliser la clé',
  remedies: {
    ollama: {
      title: 'Ollama',
      note: 'Un modèle sur votre propre ordinateur. Aucune clé n’est nécessaire et vos données y restent.',
    },
    key: { title: 'Clé d’API', note: 'Un modèle hébergé, avec une clé d’API de son fournisseur.' },
    quotes: { title: 'Sans modèle', note: 'Les meilleures phrases des sources, citées telles quelles.' },
  },
};
