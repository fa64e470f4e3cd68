import { createContext, useContext } from 'react';
import type { Video } from '../../../clients/typescript/core/types.js';
import type { Review } from '../review/use-review.js';
import type { VideoAccess } from '../shared/access.js';
import type { Person } from '../presence/use-presence.js';
import type { ClipActions } from './clip-tools.js';
import type { Document } from './document.js';
import type { Uploads } from './media/uploads.js';
import type { Places } from './places.js';
import type { PlaybackClock } from './playback/clock.js';
import type { OpenCompositor, PlaybackControl } from './playback/use-playback.js';
import type { Saving } from './saving/use-saving.js';
import type { Panel } from './side-panel/side-panel.js';
import type { Previewed } from './stage/preview.js';

/** What is edited, and where its clips are. */
export interface Edited {
  readonly document: Document;
  readonly change: (document: Document, gesture?: string) => void;
  readonly places: Places;
}

export interface Shared extends Edited {
  /** The same as it is at the playhead: a change of what keyframes move becomes a keyframe there. */
  readonly atPlayhead: Edited;
  /** Ends a change that has a name: the next one with the same is undone on its own. */
  readonly endGesture: () => void;
  readonly saving: Saving;
  readonly isSaved: boolean;
  readonly isValid: boolean;
  readonly selected: string | undefined;
  /** All selected clips, the one selected last at the end. */
  readonly selection: ReadonlyArray<string>;
  /** Selects a clip alone, or takes it in or out of the selection; undefined selects none. */
  readonly select: (id: string | undefined, extend?: boolean) => void;
  readonly selectAll: (ids: ReadonlyArray<string>) => void;
  /** What can be done with the selected clips. */
  readonly actions: ClipActions;
  /** The clips that cannot be moved by the pointer, besides those that are hidden. */
  readonly locked: ReadonlySet<string>;
  readonly lock: (locked: ReadonlySet<string>) => void;
  /** The clips that are solo, and the document as it is seen and heard then. */
  readonly solo: ReadonlySet<string>;
  readonly setSolo: (solo: ReadonlySet<string>) => void;
  readonly shown: Document;
  readonly ms: number;
  readonly setMs: (ms: number) => void;
  /** Moves the playhead, and ends playback. */
  readonly seek: (ms: number) => void;
  readonly clock: PlaybackClock;
  readonly playback: PlaybackControl;
  readonly open: OpenCompositor;
  /** What is played over the stage without being edited so. */
  readonly previewed: Previewed | undefined;
  readonly preview: (previewed: Previewed | undefined) => void;
  /** The panel at the side. */
  readonly panel: Panel;
  readonly showPanel: (panel: Panel) => void;
  readonly uploads: Uploads;
  readonly review: Review;
  /** Who else has the video open. */
  readonly others: ReadonlyArray<Person>;
  /** Shows a short message. */
  readonly tell: (message: string) => void;
}

/** Within {@link AtPlayhead}, what is edited is as it is at the playhead. */
export const SharedContext = createContext({} as Shared);

export const useShared = (): Shared => useContext(SharedContext);

/** What opens a video in the editor, and the ways that it offers to take it out. */
export interface EditorAccess extends VideoAccess {
  readonly renderOptions: Video['renderOptionsInUI'];
}

/** How the service is reached. It never changes, so that what needs nothing else is not drawn again. */
export const AccessContext = createContext({} as EditorAccess);

export const useAccess = (): EditorAccess => useContext(AccessContext);
