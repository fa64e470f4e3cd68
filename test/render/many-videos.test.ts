import { compositionOf, render, studioForSuite } from '../support/renders/render.js';
import { decodeFrames } from '../support/pictures/decoded-media.js';
import { expectColour } from '../support/pictures/quadrants.js';
import { lavfi } from '../support/renders/lavfi.js';

/** The videos of a group, in rows of four. */
const COUNT = 16;
const SIDE = 16;

describe('A group of many videos', () => {
  const studio = studioForSuite();

  it('shows each of them in full HD, and restarts those that are loops', async () => {
    // Black for 0.9 s, then white.
    const source = 'color=black:s=1920x1080:r=30:d=1.5,drawbox=color=white:t=fill:enable=gte(t\\,0.9)';
    await studio.make('hd.mp4', ...lavfi(source), ...'-c:v libx264 -preset ultrafast -g 15'.split(' '));
    const clips = Array.from({ length: COUNT }, (_, index) => ({
      type: 'video',
      source: 'hd.mp4',
      timeFrame: { end: 2000, ...(index % 2 === 0 ? { offset: 0 } : { offset: 1000, loop: true }) },
      position: { x: (index % 4) * SIDE, y: Math.floor(index / 4) * SIDE },
      size: { width: SIDE, height: SIDE },
    }));
    const metadata = { duration: 2000, canvas: { width: 4 * SIDE, height: 4 * SIDE } };
    const group = { type: 'group', timeFrame: { end: 2000 }, clips, transition: { in: { type: 'fade' } } };
    const file = await render(studio, compositionOf(metadata, [group]));
    const [before, after] = await decodeFrames(file.path, 'eq(n,20)+eq(n,55)');
    if (!before || !after) throw new Error('the file has too few frames');
    for (const [index, { position }] of clips.entries()) {
      const [x, y] = [position.x + SIDE / 2, position.y + SIDE / 2];
      expectColour(before, x, y, index % 2 === 0 ? [0, 0, 0] : [255, 255, 255], 12);
      expectColour(after, x, y, [255, 255, 255], 12);
    }
  });
});
