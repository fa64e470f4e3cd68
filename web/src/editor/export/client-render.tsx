import { useRef, useState } from 'react';
import type { RenderedHere } from '../../compositor/render-here.js';
import type { Document } from '../document.js';
import type { OpenCompositor } from '../playback/use-playback.js';
import { download } from '../../shared/download.js';
import { t } from '../../words/words.js';
import { percentText } from '../../shared/texts.js';

type State =
  | { readonly _tag: 'Idle' }
  | { readonly _tag: 'Rendering'; readonly fraction: number }
  | { readonly _tag: 'Done'; readonly rendered: RenderedHere }
  | { readonly _tag: 'Failed'; readonly message: string };

interface ClientRenderProps {
  readonly open: OpenCompositor;
  readonly document: Document;
  readonly isSaved: boolean;
}

/** Renders the video in this browser, and offers the file. */
export const ClientRender = ({ open, document, isSaved }: ClientRenderProps) => {
  const [state, setState] = useState<State>({ _tag: 'Idle' });
  const cancelling = useRef<AbortController | undefined>(undefined);
  const render = async (): Promise<void> => {
    const cancelled = new AbortController();
    cancelling.current = cancelled;
    setState({ _tag: 'Rendering', fraction: 0 });
    try {
      const compositor = await open(document, 0);
      const { renderHere } = await import('../../compositor/render-here.js');
      const rendered = await renderHere(compositor, cancelled.signal, (fraction) =>
        setState({ _tag: 'Rendering', fraction }),
      );
      setState({ _tag: 'Done', rendered });
    } catch (error) {
      if (cancelled.signal.aborted) setState({ _tag: 'Idle' });
      else setState({ _tag: 'Failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <section className="option" aria-labelledby="client-option">
      <h2 id="client-option">{t('Render in this browser')}</h2>
      {state._tag === 'Rendering' ? (
        <div className="buttons">
          <progress value={state.fraction} aria-label={t('Progress of the render in this browser')} />
          <output>{percentText(state.fraction)}</output>
          <button type="button" onClick={() => cancelling.current?.abort()}>
            {t('Cancel')}
          </button>
        </div>
      ) : (
        <div className="buttons">
          <button type="button" disabled={!isSaved} onClick={() => void render()}>
            {t('Render here')}
          </button>
          {!isSaved && <span>{t('Available when all changes are saved.')}</span>}
        </div>
      )}
      {state._tag === 'Failed' && <p role="alert">{state.message}</p>}
      {state._tag === 'Done' && (
        <div className="buttons">
          <span role="status">{t('{frames} frames rendered.', { frames: state.rendered.frames })}</span>
          <button
            type="button"
            onClick={() => download(state.rendered.file, `video.${state.rendered.extension}`)}
          >
            {t('Download {format}', { format: state.rendered.extension.toUpperCase() })}
          </button>
        </div>
      )}
    </section>
  );
};
