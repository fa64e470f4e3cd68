import type { JsonObject } from './reading/json-object.js';
import type { Reader } from './reading/reader.js';

/** A clip in the wire format, and where it comes from. Its fields may be undefined. */
export interface DraftClip {
  readonly path: string;
  readonly clip: JsonObject;
  /** The clips of a group. */
  readonly inner?: ReadonlyArray<DraftClip>;
  /** Whether it is a sound that goes on after the scene in which it begins. */
  readonly isDetached?: boolean;
}

/** A video in the wire format, before it is validated. Fields may be undefined. */
export interface Draft {
  readonly metadata: JsonObject;
  readonly clips: ReadonlyArray<DraftClip>;
  /** Variables of a template, by name. */
  readonly variables?: JsonObject;
}

/** Reads a project of another system, and notes what differs. It lets other work of the process have its turn. */
export type Converter = (project: Reader) => Promise<Draft>;
