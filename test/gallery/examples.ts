import { EFFECT_EXAMPLES } from './effect-examples.js';
import type { Example } from './example.js';
import { MOVEMENT_EXAMPLES } from './movement-examples.js';
import { SHAPE_EXAMPLES } from './shape-examples.js';
import { WAVEFORM_EXAMPLES } from './waveform-examples.js';
import { TEXT_EXAMPLES } from './text-examples.js';
import { TIME_EXAMPLES } from './time-examples.js';

/** All examples, in the order of the page. */
export const EXAMPLES: ReadonlyArray<Example> = [
  ...MOVEMENT_EXAMPLES,
  ...EFFECT_EXAMPLES,
  ...SHAPE_EXAMPLES,
  ...TEXT_EXAMPLES,
  ...TIME_EXAMPLES,
  ...WAVEFORM_EXAMPLES,
];
