import { useEffect, useState } from 'preact/hooks';
import { asideWords } from '../languages/aside-words.ts';
import { numberField, parseJson, textField } from '../state/messages.ts';

/** Whether people sign in, instead of typing a key. */
export const offersLogin = 'login' in (globalThis.document?.documentElement.dataset ?? {});

/** The way to the provider, and back to this question. */
export function SignIn() {
  return (
    <a class="tool" href={`login?to=${encodeURIComponent(location.search)}`}>
      {asideWords.signIn}
    </a>
  );
}

/** Who is signed in, and what is left of the budget; nothing until that is known. */
export function Account() {
  const [told, tell] = useState<unknown>();
  useEffect(() => {
    if (offersLogin)
      fetch('login/me')
        .then((response) => response.text())
        .then((text) => tell(parseJson(text)))
        .catch(() => undefined);
  }, []);
  const [name, left] = [textField(told, 'name'), numberField(told, 'left')];
  if (name === '') return told ? <SignIn /> : null;
  return (
    <p>
      {name}
      {left !== null && ` · ${asideWords.budgetLeft.replace('{share}', `${Math.floor(left * 100)} %`)}`}{' '}
      <a href="logout">{asideWords.signOut}</a>
    </p>
  );
}
