import type { DocumentTable } from './document-table.ts';

/** The page without JavaScript, in Spanish. */
export const table: DocumentTable = {
  field: 'Tu pregunta',
  ask: 'Preguntar',
  searching: 'Buscando en la web…',
  sources: 'Fuentes',
  nothingFound: 'No se encontraron fuentes.',
  writing: 'Escribiendo la respuesta…',
  answer: 'Respuesta',
  done: 'Listo.',
  empty: 'Escribe una pregunta y pulsa «Preguntar».',
  tooLong: 'La pregunta tiene más de {count} caracteres.',
  formOnly: 'Pulsa «Preguntar» para buscarlo.',
  ahead: 'Las respuestas no se cargan por adelantado: abre esta dirección para preguntar.',
  keyNeeded:
    'Este servicio necesita una clave, y un formulario no puede enviarla. Usa la página con JavaScript, que pide la clave, o envíala como «Authorization: Bearer CLAVE» en una solicitud a /api/v1/query.',
  failed: 'No hay respuesta:',
};
