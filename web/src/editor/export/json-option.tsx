import { Button } from '../../shared/buttons.js';
import { CopyButton } from '../../shared/copy-button.js';
import { downloadJson, jsonText } from '../../shared/download.js';
import { t } from '../../words/words.js';
import { useShared } from '../shared.js';

/** The project as JSON, to copy or to download. */
export const JsonOption = () => {
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
