import type { Video } from '../../../../clients/typescript/core/types.js';
import type { VideoAccess } from '../../shared/access.js';
import { OpenDialog } from '../../shared/open-dialog.js';
import type { OpenCompositor } from '../playback/use-playback.js';
import type { Shared } from '../shared.js';
import { ClientRender } from './client-render.js';
import { JsonOption } from './json-option.js';
import { ServiceRenders } from './service-renders.js';
import { t } from '../../words/words.js';

export type RenderPlaces = Video['renderOptionsInUI'];

interface ExportDialogProps extends Pick<Shared, 'document' | 'places'> {
  readonly options: RenderPlaces;
  readonly access: VideoAccess;
  readonly isSaved: boolean;
  readonly open: OpenCompositor;
  readonly close: () => void;
}

/** The ways to take the video out of the editor: those that `renderOptionsInUI` of the video names. */
export const ExportDialog = (props: ExportDialogProps) => {
  const { options, access, document, isSaved, open, close, places } = props;
  return (
    <OpenDialog name={t('Export')} size="medium" close={close}>
      {options.includes('server') && <ServiceRenders {...{ access, document, places, isSaved }} />}
      {options.includes('client') && <ClientRender open={open} document={document} isSaved={isSaved} />}
      {options.includes('json') && <JsonOption document={document} />}
    </OpenDialog>
  );
};
