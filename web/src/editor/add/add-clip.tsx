import { useMutation } from '@tanstack/react-query';
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
  /** Its result belongs to the address that was checked: it is given up when another is typed. */
  const check = useMutation({
    mutationFn: (source: string) => recordOf(client.api.POST('/v1/media', { body: { url: source } })),
  });
  const type = (typed: string): void => {
    setUrl(typed);
    check.reset();
  };
  const add = (clip: Parameters<typeof withAdded>[1]): void => {
    change(withAdded(document, clip));
    select(clip.id);
  };
  const close = (): void => {
    dialog.current?.close();
    type('');
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
            check.mutate(url);
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
              onChange={({ target }) => type(target.value)}
            />
          </label>
          {check.error && <p role="alert">{check.error.message}</p>}
          {check.data && <p role="status">{factsText(check.data)}</p>}
          <div className="buttons">
            {check.data ? (
              // Another element than the other: it must not become the submit button while it is pressed.
              <button
                key="add"
                type="button"
                className="primary"
                onClick={() => {
                  add(mediaClip(url, check.data, document, clock.now(), places));
                  close();
                }}
              >
                Add to the video
              </button>
            ) : (
              <button key="check" type="submit" className="primary" disabled={check.isPending}>
                {check.isPending ? 'Checking …' : 'Check'}
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
