import type { WaveformProperties } from '../../../../domain/composition/fields/waveform.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import {
  LEVEL_MS,
  levelWithin,
  extremesWithin,
  type SoundLevels,
} from '../../../../domain/composition/sound-levels.js';
import { clipTo, type Context2D, type DrawingTools } from '../context.js';
import { fillBox, type ScaledBox, withPaint } from '../paints.js';

/** Audio levels around the time `t`, in ms from their start, and the box that shows them. */
interface Shown {
  readonly waveform: WaveformProperties;
  readonly levels: SoundLevels;
  readonly t: number;
  readonly box: Canvas;
}

/** Draws the audio around the time `t`, in ms from its start, into a box at the origin. */
export const drawWaveform = (
  context: Context2D,
  waveform: WaveformProperties,
  levels: SoundLevels,
  t: number,
  box: ScaledBox,
  tools: DrawingTools,
): void => {
  const shown = { waveform, levels, t, box };
  fillBox(context, waveform.backgroundColor, { x: 0, y: 0, ...box });
  withPaint(context, waveform.color, box, { tools }, (target) => drawLevels(target, shown));
};

const drawLevels = (context: Context2D, shown: Shown): void => {
  const { waveform, box } = shown;
  context.beginPath();
  switch (waveform.style) {
    case 'bars':
      addBars(context, shown);
      return context.fill();
    case 'circle':
      addCircle(context, shown);
      return context.stroke();
    case 'line':
      context.save();
      clipTo(context, { x: 0, y: 0, ...box });
      context.beginPath();
      addLine(context, shown);
      context.stroke();
      return context.restore();
  }
};

/** The gain of the clip. The default maps the loudest moment to 1. */
const gainOf = ({ gain }: WaveformProperties, loudest: number): number =>
  gain ?? (loudest > 0 ? 1 / loudest : 1);

/** The length of a bar for the audio between two times, at most `most` px. */
const barLength = ({ waveform, levels }: Shown, from: number, to: number, most: number): number => {
  const level = levelWithin(levels, from, to) * gainOf(waveform, levels.loudest.rms);
  return Math.min(most, Math.max(waveform.minHeight, level * most));
};

const addBars = (context: Context2D, shown: Shown): void => {
  const { waveform, t, box } = shown;
  const { barWidth, gap, barRadius, align, window } = waveform;
  const count = Math.max(1, Math.floor((box.width + gap) / (barWidth + gap)));
  const left = (box.width - count * barWidth - (count - 1) * gap) / 2;
  const slice = window / count;
  for (let bar = 0; bar < count; bar += 1) {
    const from = t - window / 2 + bar * slice;
    const high = barLength(shown, from, from + slice, box.height);
    const below = box.height - high;
    const top = align === 'top' ? 0 : align === 'bottom' ? below : below / 2;
    const radius = Math.min(barRadius, barWidth / 2, high / 2);
    context.roundRect(left + bar * (barWidth + gap), top, barWidth, high, [radius]);
  }
};

const LEAST_SPOKES = 8;

const addCircle = (context: Context2D, shown: Shown): void => {
  const { waveform, t, box } = shown;
  const { barWidth, gap, barRadius, innerRadius, window } = waveform;
  const centre = { x: box.width / 2, y: box.height / 2 };
  const outer = Math.min(centre.x, centre.y);
  const inner = outer * innerRadius;
  const count = Math.max(LEAST_SPOKES, Math.floor((2 * Math.PI * inner) / (barWidth + gap)));
  const slice = (2 * window) / count;
  context.lineWidth = barWidth;
  context.lineCap = barRadius > 0 ? 'round' : 'butt';
  for (let bar = 0; bar < count; bar += 1) {
    const turn = bar / count;
    const to = t - 2 * Math.min(turn, 1 - turn) * window;
    const end = inner + barLength(shown, to - slice, to, outer - inner);
    const [x, y] = [Math.sin(turn * 2 * Math.PI), -Math.cos(turn * 2 * Math.PI)];
    context.moveTo(centre.x + x * inner, centre.y + y * inner);
    context.lineTo(centre.x + x * end, centre.y + y * end);
  }
};

/** Minimum width of a segment of a line, px. */
const LINE_STEP = 4;

/**
 * Adds a line from the greatest to the least sample of each stretch of audio. Stretches begin at fixed times of the
 * audio, so that the line moves through the box without changing its shape.
 */
const addLine = (context: Context2D, { waveform, levels, t, box: { width, height } }: Shown): void => {
  const { window, lineWidth } = waveform;
  const gain = gainOf(waveform, levels.loudest.peak);
  const steps = Math.max(1, Math.ceil((window * LINE_STEP) / width / LEVEL_MS));
  const stretch = steps * LEVEL_MS;
  const reach = Math.max(0, height - lineWidth) / 2;
  context.lineWidth = lineWidth;
  context.lineCap = 'butt';
  context.lineJoin = 'round';
  const xOf = (ms: number): number => ((ms - t) / window + 0.5) * width;
  const yOf = (sample: number): number => height / 2 - Math.max(-1, Math.min(1, sample * gain)) * reach;
  const first = Math.floor((t - window / 2) / stretch) - 1;
  const last = Math.ceil((t + window / 2) / stretch);
  for (let index = first; index <= last; index += 1) {
    const { least, greatest } = extremesWithin(levels, index * steps, (index + 1) * steps);
    const from = index * stretch;
    if (index === first) context.moveTo(xOf(from), yOf(greatest));
    context.lineTo(xOf(from + stretch / 4), yOf(greatest));
    context.lineTo(xOf(from + (stretch * 3) / 4), yOf(least));
  }
};
