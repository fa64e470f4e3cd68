import { Button } from '../../shared/buttons.js';
import { CopyButton } from '../../shared/copy-button.js';
import { downloadJson, jsonText } from '../../shared/download.js';
import { OpenDialog } from '../../shared/open-dialog.js';
import { ClientRender } from './client-render.js';
import { useAccess, useShared } from '../shared.js';
import { ServiceRenders } from './service-renders.js';
import { t } from '../../words/words.js';

/** The project as JSON, to copy or to download. */
const JsonOption = () => {
  const { document } = useShared();
  return (
    <section className="option" aria-labelledby="json-option">
      <h2 id="json-option">{t('Project as JSON')}</h2>
      <p>{t('The body of a request that creates this video or a render of it.')}</p>
      <div className="buttons">
        <CopyButton name={t('Copy JSON')} text={() => jsonText(document)} />
        <Button text={t('Download JSON')} onClick={() => downloadJson(document, 'project.json')} />
      </div>
    </section>
  );
};

/** The ways to export the video, as far as its `renderOptionsInUI` permits them. */
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
