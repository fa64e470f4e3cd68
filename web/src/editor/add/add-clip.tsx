import { useRef, useState } from 'react';
import type { Client } from '../../../../clients/typescript/core/client.js';
import { recordOf } from '../../../../clients/typescript/core/connection.js';
import { AddSpeech } from './add-speech.js';
import { withAdded } from '../edits.js';
import type { Shared } from '../shared.js';
import { type Media, mediaClip, newClip, type NewKind } from './new-clips.js';

const KINDS: ReadonlyArray<readonly [NewKind, string]> = [
  ['text', 'Text'],
  ['shape', 'Shape'],
  ['caption', 'Caption'],
];

/** `3.2 s, 1920 × 1080 px, 4.5 MB` */
const factsText = ({ kind, width, height, durationMs, bytes, hasSound }: Media): string =>
  [
    kind,
    ...(durationMs === undefined ? [] : [`${(durationMs / 1000).toFixed(1)} s`]),
    ...(width === undefined ? [] : [`${width} × ${height} px`]),
    ...(kind === 'video' ? [hasSound ? 'with sound' : 'without sound'] : []),
    `${(bytes / 1_000_000).toFixed(1)} MB`,
  ].join(', ');

type Checked =
  | { readonly _tag: 'Nothing' }
  | { readonly _tag: 'Checking' }
  | { readonly _tag: 'Found'; readonly media: Media }
  | { readonly _tag: 'Refused'; readonly message: string };

interface AddClipProps extends Shared {
  readonly client: Client;
  readonly videoId: string;
  readonly isSaved: boolean;
  /** Whether renders may be requested, which transcribe. */
  readonly mayRender: boolean;
}

/** Adds clips at the playhead: texts, shapes and captions at once, media after the service has checked its address. */
export const AddClip = ({ client, videoId, isSaved, mayRender, ...shared }: AddClipProps) => {
  const { document, change, select, places, clock } = shared;
  const dialog = useRef<HTMLDialogElement>(null);
  const [url, setUrl] = useState('');
  const [checked, setChecked] = useState<Checked>({ _tag: 'Nothing' });
  const add = (clip: Parameters<typeof withAdded>[1]): void => {
    change(withAdded(document, clip));
    select(clip.id);
  };
  const check = async (): Promise<void> => {
    setChecked({ _tag: 'Checking' });
    try {
      const media = await recordOf(client.api.POST('/v1/media', { body: { url } }));
      setChecked({ _tag: 'Found', media });
    } catch (error) {
      setChecked({ _tag: 'Refused', message: error instanceof Error ? error.message : String(error) });
    }
  };
  const close = (): void => {
    dialog.current?.close();
    setUrl('');
    setChecked({ _tag: 'Nothing' });
  };
  return (
    <div className="buttons" role="group" aria-label="Add">
      <button type="button" onClick={() => dialog.current?.showModal()}>
        + Media
      </button>
      {KINDS.map(([kind, name]) => (
        <button key={kind} type="button" onClick={() => add(newClip(kind, document, clock.now(), places))}>
          + {name}
        </button>
      ))}
      {mayRender && <AddSpeech {...shared} {...{ client, videoId, isSaved }} />}
      <dialog ref={dialog} aria-labelledby="add-media" onClose={close}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void check();
          }}
        >
          <h2 id="add-media">Add media</h2>
          <label>
            Address of a video, an image or a sound
            <input
              type="url"
              required
              placeholder="https://"
              value={url}
              onChange={({ target }) => {
                setUrl(target.value);
                setChecked({ _tag: 'Nothing' });
              }}
            />
          </label>
          {checked._tag === 'Refused' && <p role="alert">{checked.message}</p>}
          {checked._tag === 'Found' && <p role="status">{factsText(checked.media)}</p>}
          <div className="buttons">
            {checked._tag === 'Found' ? (
              // Another element than the other: it must not become the submit button while it is pressed.
              <button
                key="add"
                type="button"
                className="primary"
                onClick={() => {
                  add(mediaClip(url, checked.media, document, clock.now(), places));
                  close();
                }}
              >
                Add to the video
              </button>
            ) : (
              <button key="check" type="submit" className="primary" disabled={checked._tag === 'Checking'}>
                {checked._tag === 'Checking' ? 'Checking …' : 'Check'}
              </button>
            )}
            <button type="button" onClick={close}>
              Close
            </button>
          </div>
        </form>
      </dialog>
    </div>
  );
};
