import type * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';

/** What a worker does with a render at the moment. */
export const ProgressStage = oneOf('download', 'transcribe', 'compose', 'encode', 'finish', 'store');
export type ProgressStage = t.TypeOf<typeof ProgressStage>;
