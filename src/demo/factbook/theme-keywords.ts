/**
 * Words that people use in questions but that the documents of a theme do not contain: "Which countries are
 * the neighbours of Peru?" is answered by its land borders. They are only used for searching; readers do not
 * see them.
 */
export const THEME_KEYWORDS: Readonly<Record<string, string>> = {
  '': 'country president government located where continent region',
  geography:
    'big large small size located situated where continent neighbours neighbors weather hot cold ' +
    'highest mountain hill lowest',
  people:
    'inhabitants live speak spoken language believe religion faith old age born die doctors read write ' +
    'school cities city towns',
  government:
    'president king queen monarch leader prime minister ruler rule vote elections old independent ' +
    'capital flag colors parliament court',
  economy:
    'rich poor money currency grow growth farmers crops sell buy exports imports partners jobs jobless ' +
    'unemployed debt tax spend',
  energy: 'produce power electricity oil gas barrels',
  communications: 'phones mobile cellphones internet users online domain television radio',
  transportation: 'airports planes trains railroads roads highways ports harbours harbors ships rivers',
  military: 'army navy soldiers troops defence defense draft conscription spend',
  'international issues': 'refugees disputes drugs trafficking',
};
