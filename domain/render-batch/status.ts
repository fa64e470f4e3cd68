import type * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';

export const RenderBatchStatus = oneOf('processing', 'completed', 'cancelled');
export type RenderBatchStatus = t.TypeOf<typeof RenderBatchStatus>;
