import { useState } from 'react';
import type { Document } from '../document.js';
import { download } from '../../shared/download.js';
import { t } from '../../words/words.js';

/** The project as JSON, to copy or to download. */
export const JsonOption = ({ document }: { readonly document: Document }) => {
  const [said, say] = useState('');
  const text = (): string => `${JSON.stringify(document, null, 2)}\n`;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      say(t('Copied.'));
    } catch {
      say(t('The browser did not permit copying. Download the file instead.'));
    }
  };
  return (
    <section className="option" aria-labelledby="json-option">
      <h2 id="json-option">{t('Project as JSON')}</h2>
      <p>{t('The body of a request that creates this video or a render of it.')}</p>
      <div className="buttons">
        <button type="button" onClick={() => void copy()}>
          {t('Copy JSON')}
        </button>
        <button
          type="button"
          onClick={() => download(new Blob([text()], { type: 'application/json' }), 'project.json')}
        >
          {t('Download JSON')}
        </button>
        <span role="status">{said}</span>
      </div>
    </section>
  );
};
