import type { DocumentTable } from './document-table.ts';

/** The page without script in French. */
export const table: DocumentTable = {
  field: 'Votre question',
  ask: 'Demander',
  searching: 'Recherche sur le web…',
  sources: 'Sources',
  nothingFound: 'Aucune source n’a été trouvée.',
  writing: 'Rédaction de la réponse…',
  answer: 'Réponse',
  done: 'Terminé.',
  empty: 'Posez une question et appuyez sur «\u202fDemander\u202f».',
  tooLong: 'La question compte plus de {count} caractères.',
  formOnly: 'Appuyez sur «\u202fDemander\u202f» pour lancer la recherche.',
  ahead: 'Les réponses ne sont pas chargées à l’avance\u00a0: ouvrez cette adresse pour poser la question.',
  keyNeeded:
    'Ce service demande une clé, et un formulaire ne peut pas en envoyer. Utilisez la page avec JavaScript, qui demande la clé, ou envoyez-la sous la forme «\u202fAuthorization: Bearer CLÉ\u202f» dans une requête à /api/v1/query.',
  failed: 'Il n’y a pas de réponse\u00a0:',
};
