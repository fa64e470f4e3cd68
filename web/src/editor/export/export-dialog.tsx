import { OpenDialog } from '../../shared/open-dialog.js';
import { ClientRender } from './client-render.js';
import { JsonOption } from './json-option.js';
import { useAccess } from '../shared.js';
import { ServiceRenders } from './service-renders.js';
import { t } from '../../words/words.js';

/** The ways to take the video out of the editor: those that `renderOptionsInUI` of the video names. */
export const ExportDialog = ({ close }: { readonly close: () => void }) => {
  const { renderOptions } = useAccess();
  return (
    <OpenDialog name={t('Export')} size="medium" close={close}>
      <div className="options">
        {renderOptions.includes('server') && <ServiceRenders />}
        {renderOptions.includes('client') && <ClientRender />}
        {renderOptions.includes('json') && <JsonOption />}
      </div>
    </OpenDialog>
  );
};
