import type { Paint } from '../../../domain/composition/fields/paint.js';

/** What was changed in a project since it was prepared, as far as it is drawn without anything new from the service. */
export interface SceneChanges {
  /** The fields of resolved clips that have other values now, by the ids of the clips. */
  readonly clips: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** Absent: as prepared. */
  readonly background?: Paint | undefined;
}
