import type { Asset } from '../../../../clients/typescript/core/types.js';
import type { LocalMedia } from './local-media.js';
import type { RunningUpload } from './upload.js';

/** A file that is not an asset yet. */
export interface PendingFile {
  readonly key: number;
  readonly name: string;
  readonly bytes: number;
  readonly sent: number;
  readonly state: 'waiting' | 'sending' | 'paused' | 'failed';
  readonly problem?: string;
  /** What this browser shows of it meanwhile. */
  readonly local?: LocalMedia;
  /** When its clip starts, ms; its end is known from the file. */
  readonly start: number;
  readonly end: number;
  readonly upload?: RunningUpload;
}

export interface Uploads {
  readonly pending: ReadonlyArray<PendingFile>;
  /** Uploads files, and uses them: their clips begin one after the other from the playhead. */
  readonly add: (files: ReadonlyArray<File>) => void;
  /** Uses an asset: as a clip, at the playhead unless told, ms, or in the selected one. */
  readonly use: (asset: Asset, start?: number) => void;
  readonly pause: (key: number) => void;
  readonly resume: (key: number) => void;
  readonly dismiss: (key: number) => void;
}
