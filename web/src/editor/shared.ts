import type { PlaybackClock } from './playback/clock.js';
import type { Document } from './document.js';
import type { Places } from './places.js';
import type { Playback } from './playback/use-playback.js';

/** What is edited, and where its clips are. */
export interface Edited {
  readonly document: Document;
  readonly change: (document: Document, gesture?: string) => void;
  readonly places: Places;
}

/** What the parts of the editor share. */
export interface Shared extends Edited {
  /** The same as it is at the playhead: a change of what keyframes move becomes a keyframe there. */
  readonly atPlayhead: Edited;
  readonly selected: string | undefined;
  /** All selected clips, the one selected last at the end. */
  readonly selection: ReadonlyArray<string>;
  /** Selects a clip alone, or takes it in or out of the selection; undefined selects none. */
  readonly select: (id: string | undefined, extend?: boolean) => void;
  readonly selectAll: (ids: ReadonlyArray<string>) => void;
  readonly ms: number;
  readonly setMs: (ms: number) => void;
  /** Moves the playhead, and ends playback. */
  readonly seek: (ms: number) => void;
  readonly clock: PlaybackClock;
  readonly playback: Playback;
}
