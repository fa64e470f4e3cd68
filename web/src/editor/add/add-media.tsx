import { useState } from 'react';
import { Button } from '../../shared/buttons.js';
import { recordOf } from '../../../../clients/typescript/core/connection.js';
import { OpenDialog } from '../../shared/open-dialog.js';
import { useAction } from '../../shared/use-action.js';
import { withAdded } from '../edits.js';
import { useAccess, useShared } from '../shared.js';
import { type SourceMedia, mediaClip } from './new-clips.js';
import { t } from '../../words/words.js';
import { bytesText, secondsText } from '../../shared/texts.js';
import { kindName } from '../../words/labels.js';

/** `3.2 s, 1920 × 1080 px, 4.5 MB` */
const factsText = ({ kind, width, height, durationMs, bytes, hasSound }: SourceMedia): string =>
  [
    kindName(kind),
    ...(durationMs === undefined ? [] : [secondsText(durationMs)]),
    ...(width === undefined ? [] : [`${width} × ${height} px`]),
    ...(kind === 'video' ? [hasSound ? t('with sound') : t('without sound')] : []),
    bytesText(bytes),
  ].join(', ');

/** A dialog that adds media by its address, after the service has checked it. */
export const AddMedia = ({ close }: { readonly close: () => void }) => {
  const { client } = useAccess();
  const { document, change, select, clock, places } = useShared();
  const add = (media: SourceMedia): void => {
    const clip = mediaClip(url, media, clock.now(), places);
    change(withAdded(document, clip));
    select(clip.id);
    close();
  };
  const [url, setUrl] = useState('');
  /** Its result belongs to the checked address, so it is discarded when another one is typed. */
  const check = useAction((source: string) =>
    recordOf(client.api.POST('/v1/media', { body: { url: source } })),
  );
  return (
    <OpenDialog name={t('Add media')} size="narrow" close={close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate(url);
        }}
      >
        <h2>{t('Add media')}</h2>
        <label>
          {t('Address of a video, an image or a sound')}
          <input
            type="url"
            required
            placeholder="https://"
            value={url}
            onChange={({ target }) => {
              setUrl(target.value);
              check.reset();
            }}
          />
        </label>
        {check.error && <p role="alert">{check.error.message}</p>}
        {check.data && <p role="status">{factsText(check.data)}</p>}
        {check.data ? (
          // The keys make them different elements, so that a pressed button does not become the submit button.
          <button key="add" type="button" className="primary" onClick={() => add(check.data)}>
            {t('Add to the video')}
          </button>
        ) : (
          <Button
            key="check"
            text={check.isPending ? t('Checking …') : t('Check')}
            type="submit"
            className="primary"
            disabled={check.isPending}
          />
        )}
      </form>
    </OpenDialog>
  );
};
