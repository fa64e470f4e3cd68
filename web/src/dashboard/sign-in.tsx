import { type FormEvent, useState } from 'react';
import { Button } from '../shared/buttons.js';
import icon from '../shared/icon.svg';
import { rich, t } from '../words/words.js';
import { LanguageChoice } from '../words/language-choice.js';

interface SignInProps {
  /** Why the person has to sign in again; may be empty. */
  readonly reason: string;
  readonly onSignedIn: (key: string) => void;
}

/** Asks for an API key, and tries it. */
export const SignIn = ({ reason, onSignedIn }: SignInProps) => {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState(reason);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const typed = key.trim();
    const invalid = t('This API key is not valid.');
    if (!/^[\x21-\x7e]+$/.test(typed)) {
      setProblem(invalid); // a header can't contain it
      return;
    }
    try {
      const { status } = await fetch('/v1/videos?limit=1', { headers: { 'x-api-key': typed } });
      if (status === 401) setProblem(invalid);
      else onSignedIn(typed);
    } catch {
      setProblem(t('The service cannot be reached.'));
    }
  };
  return (
    <main className="message">
      <img className="logo large" src={icon} alt="" />
      <h1>{t('Welcome to Framewright')}</h1>
      <form onSubmit={(event) => void submit(event)} className="form">
        <label htmlFor="api-key">{t('API key')}</label>
        <input
          id="api-key"
          type="password"
          autoComplete="off"
          autoFocus
          value={key}
          placeholder="fw_…"
          onChange={({ target }) => setKey(target.value)}
        />
        <p>
          {rich(
            'The key is kept for this tab only. {command} prints one when it starts for the first time.',
            {
              command: <code>npm start</code>,
            },
          )}
        </p>
        {problem && <p role="alert">{problem}</p>}
        <div className="buttons">
          <Button text={t('Sign in')} type="submit" className="primary" />
          <LanguageChoice />
        </div>
      </form>
    </main>
  );
};
