import type { DocumentTable } from './document-table.ts';

/** The page without JavaScript, in French. */
export const table: DocumentTable = {
  field: 'Votre question',
  ask: 'Demander',
  searching: 'Recherche sur le web…',
  sources: 'Sources',
  nothingFound: 'Aucune source n’a été trouvée.',
  writing: 'Rédaction de la réponse…',
  answer: 'Réponse',
  done: 'Terminé.',
  empty: 'Posez une question et appuyez sur «\u00a0Demander\u00a0».',
  tooLong: 'La question compte plus de {count} caractères.',
  formOnly: 'Appuyez sur «\u00a0Demander\u00a0» pour lancer la recherche.',
  ahead: 'Les réponses ne sont pas chargées à l’avance\u00a0: ouvrez cette adresse pour poser la question.',
  keyNeeded:
    'Ce service nécessite une clé, et un formulaire ne peut pas en envoyer. Utilisez la page avec JavaScript, qui demande la clé, ou envoyez-la sous la forme «\u00a0Authorization: Bearer CLÉ\u00a0» dans une requête à /api/v1/query.',
  failed: 'Il n’y a pas de réponse\u00a0:',
};
