import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { ResolvedComposition } from '../../../../domain/composition/resolve/resolved.js';
import { findTooCostly } from '../../../../workers/render/plan/cost.js';
import { planInSteps } from '../../../../workers/render/plan/plan.js';
import type { Steps } from '../../../../workers/render/plan/steps.js';
import { inSlices } from '../../../../workers/render/run/tasks.js';
import { compositionOf, resolvedOf } from '../../../support/renders/render.js';
import { sampled } from '../../../support/long-form.js';
import { track } from '../../../support/pictures/keyframes.js';

const MINUTE = 60_000;

interface Project {
  readonly fps: number;
  readonly minutes: number;
  readonly clips: number;
  readonly clip: (end: number) => object;
}

const SHAPE = { type: 'shape', shapeProperties: { shape: 'rectangle', fill: '#FF0000' } };
const turning = (end: number): object => ({
  ...SHAPE,
  keyframes: [track('transform.rotation', [0, 0], [end, end / 400])],
});
const counting = (end: number): object => ({
  type: 'text',
  textProperties: { content: '20', counter: { from: 0, to: 20 } },
  timeFrame: { end },
});
const entering = (end: number): object => ({
  ...SHAPE,
  transition: { in: { type: 'slide', duration: end, easing: 'easeOutBounce' } },
});

/** All of these last for the whole video. */
const PROJECTS: Readonly<Record<string, Project>> = {
  'half an hour with 40 shapes that turn': { fps: 30, minutes: 30, clips: 40, clip: turning },
  'four hours with one clip at 120 frames per second': { fps: 120, minutes: 240, clips: 1, clip: turning },
  'one hour with 30 clips': { fps: 30, minutes: 60, clips: 30, clip: turning },
  'half an hour with 40 counters': { fps: 30, minutes: 30, clips: 40, clip: counting },
  'half an hour with 40 shapes that slide in all the time': {
    fps: 30,
    minutes: 30,
    clips: 40,
    clip: entering,
  },
};

const composed = ({ fps, minutes, clips, clip }: Project): ResolvedComposition => {
  const end = minutes * MINUTE;
  const placed = Array.from({ length: clips }, (_, index) => ({
    timeFrame: { start: 0, end },
    position: { x: 10 * index, y: 5 * index },
    size: { width: 20, height: 20 },
    ...clip(end),
  }));
  return resolvedOf(compositionOf({ fps, duration: end, canvas: { width: 640, height: 360 } }, placed));
};

/** Counts how often the time frame of a clip is read: once or more for each look at the clip at an instant. */
const counted = ({ clips, ...rest }: ResolvedComposition) => {
  let reads = 0;
  const watched = clips.map((clip) => {
    const { timeFrame } = clip;
    return Object.defineProperty({ ...clip }, 'timeFrame', {
      enumerable: true,
      get: () => {
        reads += 1;
        return timeFrame;
      },
    });
  });
  return { composition: { ...rest, clips: watched }, reads: () => reads };
};

const stepsOf = (composition: ResolvedComposition) =>
  planInSteps(composition, new Map(), { pieceSeconds: 5 });

/** How many reads a computation makes in all, and in its longest step. */
const effort = (project: Project, computed: (composition: ResolvedComposition) => Steps<unknown>) => {
  const { composition, reads } = counted(composed(project));
  const steps = computed(composition);
  let longest = 0;
  for (let before = 0, done = false; !done; before = reads()) {
    done = steps.next().done === true;
    longest = Math.max(longest, reads() - before);
  }
  return { all: reads(), longest };
};

describe('Planning a long video', () => {
  for (const [name, project] of sampled(Object.entries(PROJECTS), 5)) {
    it(`looks at clips less than four times as often as for a tenth of it: ${name}`, () => {
      const whole = effort(project, stepsOf);
      const tenth = effort({ ...project, minutes: project.minutes / 10 }, stepsOf);
      expect(tenth.all).to.be.greaterThan(project.clips);
      expect(whole.all / tenth.all, 'all').to.be.below(4);
      expect(whole.longest / tenth.longest, 'the longest step').to.be.below(4);
    });

    it(`is done in steps that take no longer for many clips than for few: ${name}`, () => {
      const few = { ...project, minutes: 1, clips: 5 };
      const many = { ...few, clips: 50 };
      for (const steps of [stepsOf, (all: ResolvedComposition) => findTooCostly(all, new Map())])
        expect(effort(many, steps).longest).to.be.at.most(effort(few, steps).longest + 5 * many.clips);
    });
  }

  it('lets timers and messages have their turn meanwhile', async () => {
    const steps = stepsOf(composed({ fps: 30, minutes: 30, clips: 400, clip: turning }));
    let turns = 0;
    const planned = new AbortController();
    const others = (async () => {
      for (; !planned.signal.aborted; turns += 1) await turn();
    })();
    await inSlices(steps, new AbortController().signal);
    const during = turns;
    planned.abort();
    await others;
    expect(during).to.be.greaterThan(3);
  });

  it('ends when its render is cancelled', async () => {
    const cancelled = new AbortController();
    const endless = (function* (): Steps<void> {
      for (;;) yield;
    })();
    const running = inSlices(endless, cancelled.signal);
    cancelled.abort(new Error('cancelled'));
    const error = await running.catch((reason: unknown) => reason);
    expect(error).to.have.property('message', 'cancelled');
  });
});
