import type { CSSProperties } from 'react';
import { scaleOnCanvas } from '../add/new-clips.js';
import type { Places } from '../places.js';
import { useShared } from '../shared.js';
import type { PendingFile } from './uploads.js';
import { t } from '../../words/words.js';

/** The position on the stage of the clip that a file will become. */
const placeOf = ({ local }: PendingFile, places: Places, zoom: number): CSSProperties => {
  const { canvas } = places;
  const { kind = 'image', width = canvas.width, height = canvas.height } = local ?? {};
  const scale = scaleOnCanvas({ kind, width, height }, places) * zoom;
  const [shownWidth, shownHeight] = [width * scale, height * scale];
  return {
    width: shownWidth,
    height: shownHeight,
    left: (canvas.width * zoom - shownWidth) / 2,
    top: (canvas.height * zoom - shownHeight) / 2,
  };
};

/** Files in upload, shown from this computer at the positions of their future clips. */
export const PendingClips = ({ zoom }: { readonly zoom: number }) => {
  const { uploads, places, ms } = useShared();
  return uploads.pending
    .filter(
      ({ local, state, start, end }) =>
        local && local.kind !== 'audio' && state !== 'failed' && start <= ms && ms < end,
    )
    .map((file) => {
      const { key, name, local } = file;
      const place = { className: 'pending-clip', style: placeOf(file, places, zoom) };
      return local?.kind === 'video' ? (
        <video
          key={key}
          src={local.url}
          muted
          aria-label={t('{name}, being uploaded', { name })}
          {...place}
        />
      ) : (
        <img
          key={key}
          src={local?.url}
          alt={t('{name}, being uploaded', { name })}
          draggable={false}
          {...place}
        />
      );
    });
};
