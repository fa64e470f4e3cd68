import type { Client } from '../../../../clients/typescript/core/client.js';
import type { Video } from '../../../../clients/typescript/core/types.js';
import type { Document } from '../document.js';
import type { OpenCompositor } from '../playback/use-playback.js';
import { ClientRender } from './client-render.js';
import { JsonOption } from './json-option.js';
import { ServiceRenders } from './service-renders.js';

export type RenderPlaces = Video['renderOptionsInUI'];

interface RenderPanelProps {
  readonly options: RenderPlaces;
  readonly client: Client;
  readonly videoId: string;
  readonly document: Document;
  readonly isSaved: boolean;
  readonly open: OpenCompositor;
}

/** The ways to take the video out of the editor: those that `renderOptionsInUI` of the video names. */
export const RenderPanel = ({ options, client, videoId, document, isSaved, open }: RenderPanelProps) => (
  <>
    {options.includes('server') && <ServiceRenders client={client} videoId={videoId} isSaved={isSaved} />}
    {options.includes('client') && <ClientRender open={open} document={document} isSaved={isSaved} />}
    {options.includes('json') && <JsonOption document={document} />}
  </>
);
