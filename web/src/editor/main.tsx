import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from '../../../clients/typescript/core/client.js';
import { queriesOf } from '../shared/queries.js';
import '../shared/styles.css';
import { documentOf } from './document.js';
import { Editor } from './editor.js';
import { takeVideoAccess, type VideoAccess } from '../shared/access.js';
import { rich, t } from '../words/words.js';

interface MessageProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

const Message = ({ title, text, children }: MessageProps) => (
  <main className="message">
    <h1>{title}</h1>
    <p>{text}</p>
    {children}
  </main>
);

/** Why a video cannot be opened. The service speaks of API keys, of which the holder of a link knows nothing. */
const refusalOf = (error: Error, { link: { expiresAt } }: VideoAccess): MessageProps => {
  if (!(error instanceof ApiError) || error.status !== 401)
    return { title: t('This video cannot be opened'), text: error.message };
  return {
    title:
      expiresAt && expiresAt.getTime() <= Date.now()
        ? t('This link has expired')
        : t('This link no longer works'),
    text: t('Please ask the person who sent it for a new one.'),
  };
};

const Opened = ({ access }: { readonly access: VideoAccess }) => {
  const { videoId, client } = access;
  const { data, error } = useQuery({
    queryKey: ['video', videoId],
    queryFn: () => client.videos.getVersioned(videoId),
    staleTime: Infinity,
  });
  if (error) return <Message {...refusalOf(error, access)} />;
  if (!data) return <Message title={t('Opening …')} text={t('The video is being loaded.')} />;
  const saved = { document: documentOf(data.video), etag: data.etag };
  return <Editor access={access} initial={saved} renderOptions={data.video.renderOptionsInUI} />;
};

// Another link to the same video, pasted into the address, changes only the fragment.
window.addEventListener('hashchange', () => location.reload());

const access = takeVideoAccess();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queriesOf()}>
        {access ? (
          <Opened access={access} />
        ) : (
          <Message
            title={t('This link is incomplete')}
            text={t(
              'Open the whole link that was returned when the video was created, including the part after #.',
            )}
          >
            <p>
              {rich('Or sign in to the {dashboard}, and open your video there.', {
                dashboard: <a href="/dashboard">{t('dashboard')}</a>,
              })}
            </p>
          </Message>
        )}
      </QueryClientProvider>
    </StrictMode>,
  );
