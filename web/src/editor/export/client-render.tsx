import { useRef, useState } from 'react';
import type { RenderedHere } from '../../compositor/render-here.js';
import type { Document } from '../document.js';
import type { OpenCompositor } from '../playback/use-playback.js';
import { download } from '../../shared/download.js';

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
      <h2 id="client-option">Render in this browser</h2>
      {state._tag === 'Rendering' ? (
        <div className="buttons">
          <progress value={state.fraction} aria-label="Progress of the render in this browser" />
          <output>{Math.round(state.fraction * 100)} %</output>
          <button type="button" onClick={() => cancelling.current?.abort()}>
            Cancel
          </button>
        </div>
      ) : (
        <div className="buttons">
          <button type="button" disabled={!isSaved} onClick={() => void render()}>
            Render here
          </button>
          {!isSaved && <span>Available when all changes are saved.</span>}
        </div>
      )}
      {state._tag === 'Failed' && <p role="alert">{state.message}</p>}
      {state._tag === 'Done' && (
        <div className="buttons">
          <span role="status">{state.rendered.frames} frames rendered.</span>
          <button
            type="button"
            onClick={() => download(state.rendered.file, `video.${state.rendered.extension}`)}
          >
            Download {state.rendered.extension.toUpperCase()}
          </button>
        </div>
      )}
    </section>
  );
};
