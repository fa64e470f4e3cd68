import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from '../../../clients/typescript/core/client.js';
import { rich, t } from '../words/words.js';
import { takeVideoAccess, type VideoAccess } from './access.js';
import { keepFocus } from './keep-focus.js';
import { queriesOf } from './queries.js';
import './styles.css';

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

/** Why a video cannot be opened. The message of the service is about API keys, which the holder of a link does not have. */
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

interface OpenedProps<Content> {
  readonly access: VideoAccess;
  readonly content: Content;
}

/** A page that shows the video of a link. */
interface VideoPage<Content> {
  /** What is read before the page is shown. */
  readonly read: (access: VideoAccess) => Promise<Content>;
  readonly Shown: ComponentType<OpenedProps<Content>>;
}

const Opened = <Content,>({ read, Shown, access }: VideoPage<Content> & { readonly access: VideoAccess }) => {
  const { data, error } = useQuery({
    queryKey: ['opened'],
    queryFn: () => read(access),
    staleTime: Infinity,
  });
  if (error) return <Message {...refusalOf(error, access)} />;
  if (!data) return <Message title={t('Opening …')} text={t('The video is being loaded.')} />;
  return <Shown access={access} content={data} />;
};

/** Shows a page for the video of a link, or why the link does not open it. */
export const openVideoPage = <Content,>(page: VideoPage<Content>): void => {
  // Another link to the same video, pasted into the address, changes only the fragment.
  keepFocus();
  window.addEventListener('hashchange', () => location.reload());
  const access = takeVideoAccess();
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queriesOf()}>
        {access ? (
          <Opened {...page} access={access} />
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
};
