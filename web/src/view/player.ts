import type { ReactNode } from 'react';
import type { components } from '../../../clients/typescript/core/client.js';
import type { PlaybackClock } from '../editor/playback/clock.js';
import type { PlaybackControl } from '../editor/playback/use-playback.js';

export type Viewing = components['schemas']['Viewing'];

/** Something that can be switched on and off. */
export interface Switch {
  readonly isOn: boolean;
  readonly turn: () => void;
}

/** A player on the page for viewing: of a file, or of a version without one. */
export interface Player extends Pick<PlaybackControl, 'state' | 'toggle'> {
  /** The moving picture. */
  readonly picture: ReactNode;
  readonly clock: PlaybackClock;
  /** ms; 0 if it is not known yet. */
  readonly duration: number;
  readonly seek: (ms: number) => void;
  /** Of the picture, px; unknown until it is loaded. */
  readonly size: { readonly width?: number; readonly height?: number };
  readonly sound?: Switch;
  readonly captions?: Switch;
}
