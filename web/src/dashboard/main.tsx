import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from '../../../clients/typescript/core/client.js';
import { Button } from '../shared/buttons.js';
import { clientOf, signedInKey, signIn, signOut } from '../shared/access.js';
import { keepFocus } from '../shared/keep-focus.js';
import { Logo } from '../shared/logo.js';
import { queriesOf } from '../shared/queries.js';
import { forgetRateLimits } from '../shared/rate-limits.js';
import '../shared/styles.css';
import { PRODUCT, useTitle } from '../shared/use-title.js';
import { LanguageChoice } from '../words/language-choice.js';
import { t } from '../words/words.js';
import { Keys } from './keys.js';
import { MediaSection } from './media.js';
import { RateLimitNotice } from './rate-limit-notice.js';
import { Renders } from './renders.js';
import { SECTION_NAMES, SECTIONS, useSection } from './sections.js';
import { SignIn } from './sign-in.js';
import { Usage } from './usage.js';
import { Videos } from './videos.js';
import { Webhooks } from './webhooks.js';

const SHOWN = { Videos, Media: MediaSection, Renders, Webhooks, Keys, Usage };

interface SignedProps {
  readonly apiKey: string;
  /** @param reason why the person has to sign in again, if so */
  readonly leave: (reason?: string) => void;
}

const Signed = ({ apiKey, leave }: SignedProps) => {
  const access = useMemo(() => ({ client: clientOf(apiKey), headers: { 'x-api-key': apiKey } }), [apiKey]);
  const { client } = access;
  /** A new cache for each key, so that data read with one key is not shown with another. */
  const [queries] = useState(() =>
    queriesOf((error) => {
      if (error instanceof ApiError && error.status === 401)
        leave(t('The API key is no longer valid. Sign in with another one.'));
    }),
  );
  const { section, visit, go } = useSection();
  useTitle(SECTION_NAMES[section]);
  const Shown = SHOWN[section];
  return (
    <QueryClientProvider client={queries}>
      <header className="bar">
        <div className="tools">
          <Logo href={undefined} />
          <h1>{PRODUCT}</h1>
        </div>
        <nav className="tools" aria-label={t('Sections')}>
          {SECTIONS.map((name) => (
            <Button
              key={name}
              text={SECTION_NAMES[name]}
              className="quiet"
              aria-current={section === name ? 'page' : undefined}
              onClick={() => go(name)}
            />
          ))}
          <LanguageChoice />
          <Button text={t('Sign out')} className="quiet" onClick={() => leave()} />
        </nav>
      </header>
      <main className="page">
        <RateLimitNotice />
        <Shown key={visit} {...{ client, access, go }} />
      </main>
    </QueryClientProvider>
  );
};

const Dashboard = () => {
  const [apiKey, setApiKey] = useState(signedInKey());
  const [reason, setReason] = useState('');
  if (apiKey === undefined)
    return (
      <SignIn
        reason={reason}
        onSignedIn={(key) => {
          signIn(key);
          setApiKey(key);
        }}
      />
    );
  return (
    <Signed
      apiKey={apiKey}
      leave={(why = '') => {
        signOut();
        forgetRateLimits();
        setReason(why);
        setApiKey(undefined);
      }}
    />
  );
};

keepFocus();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Dashboard />
    </StrictMode>,
  );
