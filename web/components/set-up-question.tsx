import { useState } from 'preact/hooks';
import type { OfferedDetail, OfferedQuestion } from '../../src/core/offered-setup.ts';
import { asideWords } from '../languages/aside-words.ts';

type SetUpQuestionProps = { question: OfferedQuestion; isShown: boolean };

/**
 * One question of the set-up, with its choices and what the chosen one still needs. The service describes the
 * choices, in English as in the terminal. An answered question stays in the form, but is not shown.
 */
export function SetUpQuestion({ question: { option, usual, choices }, isShown }: SetUpQuestionProps) {
  const [chosen, choose] = useState(usual);
  return (
    <fieldset hidden={!isShown}>
      <legend>{asideWords.setUp.questions[option]}</legend>
      {choices.map(({ name, summary, detail }) => (
        <div key={name} lang="en" dir="ltr">
          <label>
            <input
              type="radio"
              name={option}
              value={name}
              required
              checked={chosen === name}
              onChange={() => choose(name)}
            />
            <span>
              <strong>{name}</strong> {summary}
            </span>
          </label>
          {chosen === name && detail !== null && <Value name={`${option} value`} detail={detail} />}
        </div>
      ))}
    </fieldset>
  );
}

type ValueProps = { name: string; detail: OfferedDetail };

function Value({ name, detail: { question, suggestion, isSecret } }: ValueProps) {
  const kind = isSecret
    ? ({ type: 'password' } as const)
    : ({ type: 'text', defaultValue: suggestion ?? '' } as const);
  return (
    <label class="detail">
      {question}
      <input name={name} required autocomplete="off" spellcheck={false} {...kind} />
    </label>
  );
}
