import { useEffect, useRef } from 'preact/hooks';
import type { OfferedChange } from '../../src/core/offered-setup.ts';
import type { Diagnosis } from '../../src/core/status.ts';
import { asideWords } from '../languages/aside-words.ts';
import { Command } from './command.tsx';
import { SetUpQuestion } from './set-up-question.tsx';
import { type SetUpState, useSetUp } from './use-set-up.ts';

/** The set-up in the page: the code from the terminal, three questions, the difference, and the check. */
export function SetUpWizard() {
  const setUp = useSetUp();
  const { step, questions, status } = setUp;
  return (
    <div class="set-up">
      <QuestionForm setUp={setUp} />
      {step.name === 'change' && (
        <Change change={step.change} write={setUp.write} goBack={() => setUp.goTo(questions.length - 1)} />
      )}
      {step.name === 'done' && <Checked diagnoses={step.diagnoses} />}
      <p role="status" dir="auto">
        {status}
      </p>
    </div>
  );
}

/** It stays while the difference is shown, so that the answers are not lost. */
function QuestionForm({ setUp }: { setUp: SetUpState }) {
  const { step, questions } = setUp;
  const form = useRef<HTMLFormElement>(null);
  const at = step.name === 'question' ? step.at : questions.length - 1;
  const isAsking = step.name === 'question' || step.name === 'code';
  useEffect(() => {
    const field = 'fieldset:not([hidden]) input';
    const radio = form.current?.querySelector<HTMLElement>(`${field}:checked, ${field}`);
    if (step.name === 'question') radio?.focus();
  }, [step]);
  function onSubmit(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
    event.preventDefault();
    if (step.name === 'code') setUp.begin();
    else if (at + 1 < questions.length) setUp.goTo(at + 1);
    else setUp.propose(new FormData(event.currentTarget));
  }
  return (
    <form ref={form} class="key set-up-form" onSubmit={onSubmit} hidden={!isAsking}>
      {step.name === 'code' && <CodeField setUp={setUp} />}
      {questions.slice(0, at + 1).map((question, each) => (
        <SetUpQuestion key={question.option} question={question} isShown={each === at} />
      ))}
      {step.name === 'question' && at > 0 && (
        <button type="button" class="tool" onClick={() => setUp.goTo(at - 1)}>
          {asideWords.setUp.back}
        </button>
      )}
      <button type="submit" class="main-button">
        {step.name === 'code' ? asideWords.setUp.begin : asideWords.setUp.next}
      </button>
    </form>
  );
}

function CodeField({ setUp: { code, setCode } }: { setUp: SetUpState }) {
  return (
    <>
      <label for="set-up-code">{asideWords.setUp.code}</label>
      <input
        id="set-up-code"
        required
        autocomplete="off"
        value={code}
        // The whole link is as good as the code at its end.
        onInput={({ currentTarget }) => setCode(currentTarget.value.split('=').at(-1)?.trim() ?? '')}
      />
    </>
  );
}

type ChangeProps = { change: OfferedChange; write(change: OfferedChange): void; goBack(): void };

function Change({ change, write, goBack }: ChangeProps) {
  const { changes, overridden, back, write: writeIt } = asideWords.setUp;
  return (
    <>
      <h3 tabIndex={-1} ref={focusOnce}>
        {changes}
      </h3>
      <pre dir="ltr">{change.lines.join('\n')}</pre>
      {change.overridden.length > 0 && (
        <p>{overridden.replace('{what}', () => change.overridden.join(', '))}</p>
      )}
      <div class="tools">
        <button type="button" class="tool" onClick={goBack}>
          {back}
        </button>
        <button type="button" class="main-button" onClick={() => write(change)}>
          {writeIt}
        </button>
      </div>
    </>
  );
}

/** What the check found, in its own words, and how the new settings come into force. */
function Checked({ diagnoses }: { diagnoses: readonly Diagnosis[] }) {
  const { written, restart } = asideWords.setUp;
  return (
    <>
      <h3 tabIndex={-1} ref={focusOnce}>
        {written}
      </h3>
      <ul class="remedies" lang="en" dir="ltr">
        {diagnoses.map(({ name, ok, cause, remedy }) => (
          <li key={name}>
            <strong>{ok ? 'ok' : 'wrong'}</strong> {name}: {cause} {remedy}
          </li>
        ))}
      </ul>
      <p>{restart}</p>
      <Command command="npx sayso serve" about="serve" />
    </>
  );
}

/** This ref is always the same function, so that Preact calls it only once, when the heading appears. */
function focusOnce(heading: HTMLElement | null) {
  heading?.focus();
}
