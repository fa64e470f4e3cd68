import { createContext, useContext } from 'react';
import type { Video } from '../../../clients/typescript/core/types.js';
import type { Review } from '../review/use-review.js';
import type { VideoAccess } from '../shared/access.js';
import type { Person } from '../presence/use-presence.js';
import type { ClipActions } from './clip-tools.js';
import type { Document } from './document.js';
import type { Uploads } from './media/uploads.js';
import type { Lost } from './use-shown.js';
import type { Places } from './places.js';
import type { PlaybackClock } from './playback/clock.js';
import type { OpenCompositor } from './playback/use-compositor.js';
import type { PlaybackControl } from './playback/use-playback.js';
import type { Saving } from './saving/use-saving.js';
import type { Panel } from './side-panel/side-panel.js';
import type { Previewed } from './stage/preview.js';

/** The edited document, and the places of its clips. */
export interface Edited {
  readonly document: Document;
  readonly change: (document: Document, gesture?: string) => void;
  readonly places: Places;
}

export interface Shared extends Edited, Lost {
  /** The same at the playhead: changes of animated properties become keyframes there. */
  readonly atPlayhead: Edited;
  /** Ends a named gesture, so that the next change with the same name is undone on its own. */
  readonly endGesture: () => void;
  readonly saving: Saving;
  readonly isSaved: boolean;
  readonly isValid: boolean;
  /** What is wrong with the document, each with its path. */
  readonly problems: ReadonlyArray<string>;
  /** The path of the field of the selected clip that is to be focused. */
  readonly soughtField: string | undefined;
  readonly seekField: (path: string | undefined) => void;
  readonly selected: string | undefined;
  /** All selected clips, the one selected last at the end. */
  readonly selection: ReadonlyArray<string>;
  /** Selects a clip alone, or with `extend` toggles it in the selection; undefined selects none. */
  readonly select: (id: string | undefined, extend?: boolean) => void;
  readonly selectAll: (ids: ReadonlyArray<string>) => void;
  /** The text that is typed on the stage. */
  readonly typedId: string | undefined;
  readonly typeIn: (id: string | undefined) => void;
  /** The actions on the selected clips. */
  readonly actions: ClipActions;
  /** The clips that the pointer cannot move, besides hidden ones. */
  readonly locked: ReadonlySet<string>;
  readonly lock: (locked: ReadonlySet<string>) => void;
  /** The clips that are solo. */
  readonly solo: ReadonlySet<string>;
  readonly setSolo: (solo: ReadonlySet<string>) => void;
  /** The document as it is shown and played: with only the solo clips, if there are any, and without those that are lost. */
  readonly shown: Document;
  readonly ms: number;
  readonly setMs: (ms: number) => void;
  /** Moves the playhead, and ends playback. */
  readonly seek: (ms: number) => void;
  readonly clock: PlaybackClock;
  readonly playback: PlaybackControl;
  readonly open: OpenCompositor;
  /** A preview that plays over the stage without being applied. */
  readonly previewed: Previewed | undefined;
  readonly preview: (previewed: Previewed | undefined) => void;
  /** The visible side panel, if one is open. */
  readonly panel: Panel | undefined;
  readonly showPanel: (panel: Panel | undefined) => void;
  readonly uploads: Uploads;
  readonly review: Review;
  /** Who else has the video open. */
  readonly others: ReadonlyArray<Person>;
  /** Shows a short message. */
  readonly tell: (message: string) => void;
}

/** Within {@link AtPlayhead}, it has the document at the playhead. */
export const SharedContext = createContext({} as Shared);

export const useShared = (): Shared => useContext(SharedContext);

/** The access to a video in the editor, and the ways of export that it offers. */
export interface EditorAccess extends VideoAccess {
  readonly renderOptions: Video['renderOptionsInUI'];
}

/** The access to the service. It never changes, so components that use nothing else do not render again. */
export const AccessContext = createContext({} as EditorAccess);

export const useAccess = (): EditorAccess => useContext(AccessContext);
