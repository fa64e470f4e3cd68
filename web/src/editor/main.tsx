import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../shared/styles.css';
import { documentOf } from './document.js';
import { Editor } from './editor.js';
import { takeVideoAccess, type VideoAccess } from '../shared/access.js';

const Message = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <main className="message">
    <h1>{title}</h1>
    <p>{text}</p>
  </main>
);

const Opened = ({ access }: { readonly access: VideoAccess }) => {
  const { videoId, client } = access;
  const { data, error } = useQuery({
    queryKey: ['video', videoId],
    queryFn: () => client.videos.getVersioned(videoId),
    staleTime: Infinity,
    retry: 1,
  });
  if (error) return <Message title="This video cannot be opened" text={error.message} />;
  if (!data) return <Message title="Opening …" text="The video is being loaded." />;
  const saved = { document: documentOf(data.video), etag: data.etag };
  return <Editor access={access} initial={saved} />;
};

const access = takeVideoAccess();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        {access ? (
          <Opened access={access} />
        ) : (
          <Message
            title="This link is incomplete"
            text="Open the whole link that was returned when the video was created, including the part after #."
          />
        )}
      </QueryClientProvider>
    </StrictMode>,
  );
