import type { Asset } from '../../../../clients/typescript/core/types.js';
import type { LocalMedia } from './local-media.js';
import type { RunningUpload } from './upload.js';

/** A file that has not become an asset yet. */
export interface PendingFile {
  readonly key: number;
  readonly name: string;
  readonly bytes: number;
  readonly sent: number;
  readonly state: 'waiting' | 'sending' | 'paused' | 'failed';
  readonly problem?: string;
  /** The media that this browser shows meanwhile. */
  readonly local?: LocalMedia;
  /** When its clip starts and ends, in ms. */
  readonly start: number;
  readonly end: number;
  readonly upload?: RunningUpload;
}

export interface Uploads {
  readonly pending: ReadonlyArray<PendingFile>;
  /** Uploads files, and adds them as clips that follow one another from the playhead on. */
  readonly add: (files: ReadonlyArray<File>) => void;
  /** Uses an asset as a clip that starts at `start` ms (default: the playhead), or in the selected clip. */
  readonly use: (asset: Asset, start?: number) => void;
  readonly pause: (key: number) => void;
  readonly resume: (key: number) => void;
  readonly dismiss: (key: number) => void;
}
