import type { Video } from '../../../../clients/typescript/core/types.js';
import { OpenDialog } from '../../shared/open-dialog.js';
import { ClientRender } from './client-render.js';
import { JsonOption } from './json-option.js';
import { ServiceRenders } from './service-renders.js';
import { t } from '../../words/words.js';

export type RenderPlaces = Video['renderOptionsInUI'];

interface ExportDialogProps {
  readonly options: RenderPlaces;
  readonly close: () => void;
}

/** The ways to take the video out of the editor: those that `renderOptionsInUI` of the video names. */
export const ExportDialog = ({ options, close }: ExportDialogProps) => (
  <OpenDialog name={t('Export')} size="medium" close={close}>
    {options.includes('server') && <ServiceRenders />}
    {options.includes('client') && <ClientRender />}
    {options.includes('json') && <JsonOption />}
  </OpenDialog>
);
