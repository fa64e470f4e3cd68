import type { Easing } from '../fields/easing.js';
import type { KeyframePoint } from '../fields/keyframes.js';
import type { Freeze } from '../fields/time-frame.js';
import { LIMITS } from '../limits.js';
import { ease } from './easing.js';

/** Maps times of a clip to the amount of media played by then, all in ms. The amount increases except during freezes. */
export interface Playback {
  readonly playedBy: (t: number) => number;
  /** The latest time at which at most `played` ms of media have been played. */
  readonly timeOf: (played: number) => number;
}

/** An interval of integration, in ms: when it starts, `played` ms of media have been played. */
interface Panel {
  readonly from: number;
  readonly to: number;
  readonly played: number;
  readonly speed: number | ((t: number) => number);
}

/** How an eased speed is integrated: in panels of at most `longest` ms, at least `fewest` between two keyframes. */
const PANEL = { longest: 20, fewest: 64 };

/** The same for an estimate, whose cost does not grow with the length of the clip. */
export const ROUGH_PANEL = { longest: Infinity, fewest: 8 };

// Gauss-Legendre quadrature with five points: exact for polynomials up to the ninth degree.
const NODES = [
  [0, 128 / 225],
  [Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3, (322 + 13 * Math.sqrt(70)) / 900],
  [-Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3, (322 + 13 * Math.sqrt(70)) / 900],
  [Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3, (322 - 13 * Math.sqrt(70)) / 900],
  [-Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3, (322 - 13 * Math.sqrt(70)) / 900],
] as const;

const integral = (f: (t: number) => number, from: number, to: number): number => {
  const [middle, half] = [(from + to) / 2, (to - from) / 2];
  return half * NODES.reduce((sum, [node, weight]) => sum + weight * f(middle + half * node), 0);
};

const playedIn = ({ from, speed }: Panel, to: number): number =>
  typeof speed === 'number' ? speed * (to - from) : integral(speed, from, to);

/** The speed between two neighbouring points. `isLinear`: one panel gives its exact integral. */
const speedBetween = (
  before: KeyframePoint | undefined,
  after: KeyframePoint | undefined,
): { readonly speed: Panel['speed']; readonly isLinear: boolean } => {
  const easing: Easing = after?.easing ?? 'linear';
  const from = Number(before?.value ?? after?.value ?? 1);
  const to = Number(after?.value ?? from);
  if (!before || !after || from === to || easing === 'hold') return { speed: from, isLinear: true };
  const duration = after.time - before.time;
  const speed = (t: number): number => {
    const value = from + (to - from) * ease(easing, (t - before.time) / duration);
    // Easings may overshoot.
    return Math.min(LIMITS.speed.maximum, Math.max(LIMITS.speed.minimum, value));
  };
  return { speed, isLinear: easing === 'linear' };
};

const panelsOf = (
  points: ReadonlyArray<KeyframePoint>,
  freezes: ReadonlyArray<Freeze>,
  { longest, fewest }: typeof PANEL,
): ReadonlyArray<Panel> => {
  const times = [
    0,
    ...points.map(({ time }) => time),
    ...freezes.flatMap(({ at, duration }) => [at, at + duration]),
  ];
  const cuts = [...new Set(times)].toSorted((a, b) => a - b);
  const panels: Panel[] = [];
  let played = 0;
  let [next, freeze] = [0, 0];
  for (const [index, from] of cuts.entries()) {
    while ((points[next]?.time ?? Infinity) <= from) next += 1;
    while (freeze < freezes.length && endOf(freezes[freeze]) <= from) freeze += 1;
    const to = cuts[index + 1];
    const isFrozen = (freezes[freeze]?.at ?? Infinity) <= from;
    const { speed, isLinear } = isFrozen
      ? { speed: 0, isLinear: true }
      : speedBetween(points[next - 1], points[next]);
    const parts = isLinear || to === undefined ? 1 : Math.max(fewest, Math.ceil((to - from) / longest));
    const endOfPart = (part: number) => (to === undefined ? Infinity : from + (to - from) * (part / parts));
    for (let part = 0; part < parts; part += 1) {
      const panel = { from: part === 0 ? from : endOfPart(part), to: endOfPart(part + 1), played, speed };
      panels.push(panel);
      if (to !== undefined) played += playedIn(panel, panel.to);
    }
  }
  return panels;
};

const endOf = (freeze: Freeze | undefined): number => (freeze ? freeze.at + freeze.duration : Infinity);

/** The last panel for which `isReached` holds, by binary search; the first panel if it never holds. */
const lastOf = (panels: ReadonlyArray<Panel>, isReached: (panel: Panel) => boolean): Panel | undefined => {
  let [low, high] = [0, panels.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const panel = panels[middle];
    if (panel && isReached(panel)) low = middle;
    else high = middle - 1;
  }
  return panels[low];
};

/**
 * How a clip plays media at the speed of the keyframes `points` (constant before the first and after the last), with
 * freezes in order of time. Times of both count from the start of the clip, freezes included. `panel` determines how
 * exactly eased speeds are integrated.
 */
export const playbackOf = (
  points: ReadonlyArray<KeyframePoint>,
  freezes: ReadonlyArray<Freeze>,
  panel: typeof PANEL = PANEL,
): Playback => {
  const panels = panelsOf(points, freezes, panel);
  const playedBy = (t: number): number => {
    const panel = lastOf(panels, ({ from }) => from <= t);
    return panel ? panel.played + playedIn(panel, t) : t;
  };
  return {
    playedBy,
    timeOf: (played) => {
      const panel = lastOf(panels, (candidate) => candidate.played <= played);
      if (!panel) return played;
      if (typeof panel.speed === 'number') return panel.from + (played - panel.played) / (panel.speed || 1);
      let [low, high] = [panel.from, panel.to];
      for (let step = 0; step < 60 && high > low; step += 1) {
        const middle = (low + high) / 2;
        if (panel.played + playedIn(panel, middle) <= played) low = middle;
        else high = middle;
      }
      return low;
    },
  };
};
