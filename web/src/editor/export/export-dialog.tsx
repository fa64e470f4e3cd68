import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/buttons.js';
import { CopyButton } from '../../shared/copy-button.js';
import { downloadJson, jsonText } from '../../shared/download.js';
import { OpenDialog } from '../../shared/open-dialog.js';
import { ShareVideo } from '../../shared/share-video.js';
import { EmptyEnd } from '../empty-end.js';
import { ClientRender } from './client-render.js';
import { useAccess, useShared } from '../shared.js';
import { nameOf } from '../variables/shown-document.js';
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
        <Button
          text={t('Download JSON')}
          onClick={() => downloadJson(document, `${nameOf(document)}.json`)}
        />
      </div>
    </section>
  );
};

/** A link to the page with the newest render, or to review or edit the video. */
const LinkOption = () => {
  const { client, videoId } = useAccess();
  const { document } = useShared();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="option" aria-labelledby="link-option">
      <h2 id="link-option">{t('A link to the video')}</h2>
      <p>{t('To a page with the newest render, which can also permit comments.')}</p>
      <div className="buttons">
        <Button icon={Share2} text={t('Share')} onClick={() => setOpen(true)} />
      </div>
      {isOpen && <ShareVideo {...{ client, videoId }} name={nameOf(document)} close={() => setOpen(false)} />}
    </section>
  );
};

/** The ways to export the video, as far as its `renderOptionsInUI` permits them. */
export const ExportDialog = ({ close }: { readonly close: () => void }) => {
  const { renderOptions, link } = useAccess();
  return (
    <OpenDialog name={t('Export')} size="medium" close={close}>
      <EmptyEnd />
      <div className="options">
        {renderOptions.includes('server') && <ServiceRenders close={close} />}
        {renderOptions.includes('client') && <ClientRender />}
        {link.mayShare === true && <LinkOption />}
        {renderOptions.includes('json') && <JsonOption />}
      </div>
    </OpenDialog>
  );
};
