import { useState } from 'react';
import type { VideoAccess } from '../shared/access.js';
import { t } from '../words/words.js';
import type { Player, Viewing } from './player.js';
import { useLivePicture, useVersionCompositor } from './use-live-picture.js';

/** Plays a version without a file, with the compositor of the editor. */
export const useLivePlayer = (access: VideoAccess, viewing: Viewing, poster: string | undefined): Player => {
  const [size, setSize] = useState<Player['size']>({});
  const { canvas, isSeen, ...live } = useLivePicture(
    useVersionCompositor(access, viewing.version),
    viewing.durationMs ?? 0,
  );
  const picture = (
    <>
      {poster !== undefined && !isSeen && (
        <img
          src={poster}
          alt={viewing.name}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width, height })
          }
        />
      )}
      <canvas ref={canvas} hidden={!isSeen} role="img" aria-label={t('The video, playing')} />
    </>
  );
  return { ...live, picture, size };
};
