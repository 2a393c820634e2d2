import { useEffect, useState } from 'preact/hooks';
import type { OfferedChange, OfferedQuestion } from '../../src/core/offered-setup.ts';
import type { Diagnosis } from '../../src/core/status.ts';
import { callSetup, SetupRefusal } from '../asking/call-setup.ts';
import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';

/** Where the operator is: at the code, a question, the difference of `.env`, or the result of the check. */
export type SetUpStep =
  | { readonly name: 'code' }
  | { readonly name: 'question'; readonly at: number }
  | { readonly name: 'change'; readonly change: OfferedChange }
  | { readonly name: 'done'; readonly diagnoses: readonly Diagnosis[] };

/** The state of a set-up, and what the operator can do. */
export type SetUpState = {
  readonly step: SetUpStep;
  readonly code: string;
  readonly questions: readonly OfferedQuestion[];
  /** What is going on or wrong, for the operator; empty if nothing. */
  readonly status: string;
  setCode(code: string): void;
  begin(): void;
  goTo(at: number): void;
  /** Shows the difference that the answers in the form make. */
  propose(answers: FormData): void;
  write(change: OfferedChange): void;
};

/** A set-up that begins by itself if the code is in the address of the page. */
export function useSetUp(): SetUpState {
  const [code, setCode] = useState(takeCode);
  const [questions, setQuestions] = useState<readonly OfferedQuestion[]>([]);
  const [step, setStep] = useState<SetUpStep>({ name: 'code' });
  const [status, setStatus] = useState('');
  async function call<Reply>(path: string, body: object, use: (reply: Reply) => void) {
    if (status === asideWords.setUp.busy) return;
    setStatus(asideWords.setUp.busy);
    try {
      use(await callSetup<Reply>(path, { code, ...body }));
      setStatus('');
    } catch (error) {
      setStatus(error instanceof SetupRefusal ? error.message : words.notices.unreachable);
    }
  }
  function begin() {
    call('questions', {}, (reply: { readonly questions: readonly OfferedQuestion[] }) => {
      setQuestions(reply.questions);
      setStep({ name: 'question', at: 0 });
    });
  }
  useEffect(() => {
    if (code !== '') begin();
  }, []);
  return {
    ...{ step, code, questions, status, setCode, begin },
    goTo: (at) => setStep({ name: 'question', at }),
    propose: (form) =>
      call('changes', { answers: answersIn(form, questions) }, (change: OfferedChange) =>
        setStep({ name: 'change', change }),
      ),
    write: ({ id }) =>
      call('write', { id }, ({ diagnoses }: { readonly diagnoses: readonly Diagnosis[] }) =>
        setStep({ name: 'done', diagnoses }),
      ),
  };
}

const IN_ADDRESS = /^#setup=([\w-]+)$/;

/** The code in the fragment of the address, which is removed, so that no history keeps it; empty if none. */
function takeCode(): string {
  const [, code = ''] = IN_ADDRESS.exec(location.hash) ?? [];
  if (code !== '') history.replaceState(history.state, '', location.pathname);
  return code;
}

function answersIn(form: FormData, questions: readonly OfferedQuestion[]): object {
  const field = (name: string) => String(form.get(name) ?? '').trim();
  return Object.fromEntries(
    questions.map(({ option }) => [option, { name: field(option), value: field(`${option} value`) }]),
  );
}
