import type { FieldRule } from '../reading/fields.js';
import { same, table } from '../reading/json-object.js';

// How rich texts of Shotstack come in: https://www.npmjs.com/package/@shotstack/shotstack-canvas

interface Preset {
  readonly type: string;
  /** What moves by itself, whatever is stated. */
  readonly unit?: 'letter' | 'word';
  /** What moves by itself if nothing is stated; absent: the whole text. */
  readonly otherwise?: 'letter';
  /** How far a unit moves in this direction unless another is stated, as a factor of the font size. */
  readonly by?: number;
  readonly direction?: string;
  /** How long a unit moves, and what all of them wait for together, as shares of the whole. */
  readonly pace?: readonly [moves: number, waits: number];
}

const PRESETS = table<Preset>({
  fadeIn: { type: 'fade' },
  slideIn: { type: 'slide', by: 2, direction: 'left' },
  shift: { type: 'slide', otherwise: 'letter', by: 0.6, direction: 'left' },
  ascend: { type: 'slide', unit: 'word', by: 0.4, direction: 'up', pace: [0.3, 1] },
  typewriter: { type: 'typewriter', otherwise: 'letter', pace: [1, 1] },
  movingLetters: { type: 'wave', unit: 'letter', pace: [1, 1] },
});

/** A text comes in by its letters or words, as the canvas of Shotstack draws it, or as a whole without a style. */
export const animation: FieldRule = (asset, name) => {
  const reader = asset.child(name);
  const preset = reader.choice('preset', PRESETS);
  if (!preset) return {};
  const { type, by = 0, pace } = preset;
  const text = asset.text('text')?.trim() ?? '';
  const stated = reader.choice('style', table({ character: 'letter', word: 'word' } as const));
  const unit = preset.unit ?? stated ?? preset.otherwise;
  const usual = Math.max(300, text.length / (0.03 * (reader.number('speed') || 1)));
  const duration = reader.time('duration') ?? Math.round(usual);
  const direction = reader.choice('direction', same('left right up down')) ?? preset.direction;
  if (unit === undefined) {
    const distance = by * (asset.child('font').number('size') ?? 24);
    const slide = { type, direction, distance, fade: true, easing: 'easeOutCubic' };
    const enters = by > 0 ? slide : { type: 'zoom', from: 0.95, easing: 'easeOutQuad' };
    return { enters: { ...enters, duration } };
  }
  // Only these have a direction in its canvas.
  if (type === 'wave' && direction !== undefined && direction !== 'up')
    reader.differs('direction', `${unit}s do not move so`);
  const count = unit === 'word' ? text.split(/\s+/).length : text.length;
  const [moves, waits] = pace ?? [300 / duration, 0.7 * (count / Math.max(1, count - 1))];
  const stagger = Math.round((duration * waits) / Math.max(1, count));
  const timing = { duration: Math.round(duration * moves) || 1, stagger };
  const slide = type === 'slide' ? { direction, distance: by, easing: 'easeOutCubic' } : {};
  return { animation: { type, unit, at: 'in', ...timing, ...slide } };
};
