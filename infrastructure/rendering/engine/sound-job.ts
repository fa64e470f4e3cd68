import * as t from 'io-ts';
import type { EngineInput } from './compose-job.js';
import type { EncodedAs } from './encoded-file.js';

/** A sound that is decoded. */
export interface EngineSound {
  readonly input: EngineInput;
  /** The number of its stream; `a`: the first sound. */
  readonly stream: string;
  /** Filters that its samples pass through; may be empty. */
  readonly filters: string;
}

/** Decodes the next samples of a sound into a file, about as many bytes. */
export interface ListenJob {
  readonly type: 'listen';
  /** Sounds that are open have different numbers. */
  readonly sound: number;
  /** Opens it first. */
  readonly opens?: EngineSound;
  /** 0 closes it. */
  readonly bytes: number;
  readonly path: string;
}

/** The result: how many bytes there were. The sound is closed at its end. */
export const Listened = t.type({ bytes: t.number, isEnd: t.boolean });
export type Listened = t.TypeOf<typeof Listened>;

/** A sound that is encoded. */
export interface SoundOutput extends EncodedAs {
  readonly sampleRate: number;
  readonly channels: number;
}

/** Encodes samples of the mix, which are in a file. */
export interface RecordJob {
  readonly type: 'record';
  readonly sound: number;
  /** Opens it first. */
  readonly opens?: SoundOutput;
  /** The file that they are in. */
  readonly samples?: string;
  /** Whether these were all. */
  readonly isComplete?: true;
}
