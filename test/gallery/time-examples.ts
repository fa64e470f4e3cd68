import { type Example, exampleOf } from './example.js';

const timed = exampleOf('Time');

const clock = (timeFrame: object, more: object = {}): object => ({
  type: 'video',
  source: 'https://example.com/clock.mp4',
  timeFrame: { end: 'video', ...timeFrame },
  position: { anchor: 'center', relativeTo: 'center' },
  size: { width: 120, height: 120 },
  ...more,
});
const ramp = {
  property: 'timeFrame.speed',
  points: [
    { time: 0, value: 0.5 },
    { time: 1500, value: 3, easing: 'easeIn' },
  ],
};

const examples: ReadonlyArray<readonly [string, string, object]> = [
  ['time-as-it-is', 'A video as it is', clock({})],
  ['time-speed', '`timeFrame.speed`: twice as fast', clock({ speed: 2 })],
  ['time-ramp', '`keyframes` of `timeFrame.speed`', clock({}, { keyframes: [ramp] })],
  ['time-freeze', '`timeFrame.freeze`', clock({ freeze: [{ at: 500, duration: 500 }] })],
  [
    'time-loop',
    '`timeFrame.loop`: the last half second again and again',
    clock({ offset: 2500, loop: true }),
  ],
  ['time-reverse', '`timeFrame.reverse`', clock({ reverse: true })],
];

/** What the gallery shows of retimed media; the clock turns once in two seconds, and the video lasts three. */
export const TIME_EXAMPLES: ReadonlyArray<Example> = examples.map(([name, title, clip]) =>
  timed(name, title, [clip]),
);
