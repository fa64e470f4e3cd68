import { useRef, useState } from 'react';
import { useShared } from '../shared.js';
import { Button } from '../../shared/buttons.js';
import { download } from '../../shared/download.js';
import { useAction } from '../../shared/use-action.js';
import { nameOf } from '../variables/shown-document.js';
import { t } from '../../words/words.js';
import { percentText } from '../../shared/texts.js';

/** Renders the video in this browser, and offers the file. */
export const ClientRender = () => {
  const { open, document, isSaved } = useShared();
  const [fraction, setFraction] = useState(0);
  const cancelling = useRef<AbortController | undefined>(undefined);
  const render = useAction(async ({ signal }: AbortController) => {
    setFraction(0);
    const compositor = await open(document, 0);
    const { renderHere } = await import('../../compositor/render-here.js');
    return renderHere(compositor, signal, setFraction);
  });
  const start = (): void => {
    cancelling.current = new AbortController();
    render.mutate(cancelling.current);
  };
  const { data, error } = render;
  return (
    <section className="option" aria-labelledby="client-option">
      <h2 id="client-option">{t('Render in this browser')}</h2>
      <p>
        {t(
          'Nearly the picture of an export, as an MP4 or, in some browsers, a WebM. The file stays on this computer: there is no signed receipt, and it has no content credentials, subtitle tracks or chapters.',
        )}
      </p>
      {render.isPending ? (
        <div className="buttons">
          <progress value={fraction} aria-label={t('Progress of the render in this browser')} />
          <output>{percentText(fraction)}</output>
          <Button text={t('Cancel')} onClick={() => cancelling.current?.abort()} />
        </div>
      ) : (
        <div className="buttons">
          <Button text={t('Render here')} disabled={!isSaved} onClick={start} />
          {!isSaved && <span>{t('Available when all changes are saved.')}</span>}
        </div>
      )}
      {error && cancelling.current?.signal.aborted !== true && <p role="alert">{error.message}</p>}
      {data && (
        <div className="buttons">
          <span role="status">{t('{frames} frames rendered.', { frames: data.frames })}</span>
          <Button
            text={t('Download {format}', { format: data.extension.toUpperCase() })}
            onClick={() => download(data.file, `${nameOf(document)}.${data.extension}`)}
          />
        </div>
      )}
    </section>
  );
};
