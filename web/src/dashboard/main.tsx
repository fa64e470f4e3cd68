import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type FormEvent, StrictMode, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { clientOf, signedInKey, signIn, signOut } from '../shared/access.js';
import '../shared/styles.css';
import { Renders } from './renders.js';
import { Usage } from './usage.js';
import { Videos } from './videos.js';
import { Webhooks } from './webhooks.js';

const SECTIONS = { Videos, Renders, Webhooks, Usage };
type Section = keyof typeof SECTIONS;

const SignIn = ({ onSignedIn }: { readonly onSignedIn: (key: string) => void }) => {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState('');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const typed = key.trim();
    const invalid = 'This API key is not valid.';
    if (!/^[\x21-\x7e]+$/.test(typed)) {
      setProblem(invalid); // no header can hold it
      return;
    }
    try {
      const { status } = await fetch('/v1/videos?limit=1', { headers: { 'x-api-key': typed } });
      if (status === 401) setProblem(invalid);
      else onSignedIn(typed);
    } catch {
      setProblem('The service cannot be reached.');
    }
  };
  return (
    <main className="message">
      <h1>Framewright dashboard</h1>
      <form onSubmit={(event) => void submit(event)} className="form">
        <label htmlFor="api-key">API key</label>
        <input
          id="api-key"
          type="password"
          autoComplete="off"
          value={key}
          placeholder="fw_…"
          onChange={({ target }) => setKey(target.value)}
        />
        <p>
          The key is kept for this tab only. <code>npm start</code> prints one when it starts for the first
          time.
        </p>
        {problem && <p role="alert">{problem}</p>}
        <button type="submit" className="primary">
          Sign in
        </button>
      </form>
    </main>
  );
};

const Signed = ({ apiKey, onSignedOut }: { readonly apiKey: string; readonly onSignedOut: () => void }) => {
  const client = useMemo(() => clientOf(apiKey), [apiKey]);
  /** Each visit begins at the top of its section, also from within it, such as from a history to the videos. */
  const [{ section, visit }, go] = useState<{ readonly section: Section; readonly visit: number }>({
    section: 'Videos',
    visit: 0,
  });
  const Shown = SECTIONS[section];
  return (
    <>
      <header className="bar">
        <h1>Framewright dashboard</h1>
        <nav className="tools" aria-label="Sections">
          {(Object.keys(SECTIONS) as ReadonlyArray<Section>).map((name) => (
            <button
              key={name}
              type="button"
              aria-current={section === name ? 'page' : undefined}
              onClick={() => go({ section: name, visit: visit + 1 })}
            >
              {name}
            </button>
          ))}
          <button type="button" onClick={onSignedOut}>
            Sign out
          </button>
        </nav>
      </header>
      <main className="page">
        <Shown key={visit} client={client} />
      </main>
    </>
  );
};

const Dashboard = () => {
  const [apiKey, setApiKey] = useState(signedInKey());
  if (apiKey === undefined)
    return (
      <SignIn
        onSignedIn={(key) => {
          signIn(key);
          setApiKey(key);
        }}
      />
    );
  return (
    <Signed
      apiKey={apiKey}
      onSignedOut={() => {
        signOut();
        setApiKey(undefined);
      }}
    />
  );
};

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <Dashboard />
      </QueryClientProvider>
    </StrictMode>,
  );
