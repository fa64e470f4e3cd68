import type { Render } from '../../../clients/typescript/core/types.js';
import { t } from '../words/words.js';

/** What the states of renders are called. */
export const RENDER_STATES: Readonly<Record<Render['status'], string>> = {
  pending: t('Waiting'),
  processing: t('Rendering'),
  completed: t('Ready'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
};

/** The address of an output on the origin of this page, whatever public address the service has. */
export const hereOf = (outputUrl: string): string => new URL(outputUrl).pathname;

/** The address from which a browser saves the output, also if the object storage serves it. */
export const downloadOf = (outputUrl: string): string => `${hereOf(outputUrl)}?download`;

/** Whether browsers may be able to play the output. */
export const isVideo = (outputUrl: string): boolean => /\.(?:mp4|webm|mov)$/.test(hereOf(outputUrl));
