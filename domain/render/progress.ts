import type * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';

/** The current stage of a render. */
export const ProgressStage = oneOf('download', 'transcribe', 'compose', 'encode', 'finish', 'store');
export type ProgressStage = t.TypeOf<typeof ProgressStage>;
