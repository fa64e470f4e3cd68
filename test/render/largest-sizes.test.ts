import {
  BLACK,
  BLUE,
  GREEN,
  RED,
  WHITE,
  drawClips,
  expectColour,
  makeQuadrants,
  mediaClip,
} from '../support/pictures/quadrants.js';
import { studioForSuite } from '../support/renders/render.js';
import { LONG } from '../support/long-form.js';

describe('A canvas or a box of the largest size', () => {
  const studio = studioForSuite();

  before(async () => {
    await makeQuadrants(studio);
  });

  it('shows the part that is on the canvas, however far it extends beyond it', async () => {
    const turned = LONG ? [0, 10] : [10];
    for (const source of ['quadrants.png', 'quadrants.mp4'])
      for (const rotation of turned)
        for (const [dx, dy, colour] of [
          [20_000, 10_000, RED],
          [-20_000, -10_000, WHITE],
        ] as const) {
          // The point that lies on the canvas once the box is turned.
          const angle = (rotation * Math.PI) / 180;
          const [x, y] = [
            dx * Math.cos(angle) - dy * Math.sin(angle),
            dx * Math.sin(angle) + dy * Math.cos(angle),
          ];
          const frame = await drawClips(studio, [
            mediaClip(source, {
              position: { x: x - 79_900, y: y - 39_900 },
              size: { width: 1600, height: 800 },
              transform: { scale: { x: 100, y: 100 }, rotation },
            }),
          ]);
          for (const [px, py] of [
            [5, 5],
            [195, 5],
            [100, 100],
            [5, 195],
            [195, 195],
          ] as const)
            expectColour(frame, px, py, colour, 6);
        }
  });

  it('is drawn rotated within the processor time limit of a picture', async () => {
    const side = LONG ? 7680 : 4096;
    const frame = await drawClips(
      studio,
      [
        mediaClip('quadrants.png', {
          position: { x: 0, y: 0 },
          size: { width: side, height: side },
          transform: { rotation: 30 },
        }),
      ],
      { width: side, height: side },
    );
    const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    for (const [u, v, colour] of [
      [-0.3, -0.3, RED],
      [0.3, -0.3, GREEN],
      [-0.3, 0.3, BLUE],
      [0.3, 0.3, WHITE],
      [-0.51, -0.1, BLACK],
      [0.51, 0.1, BLACK],
      [-0.49, -0.1, RED],
      [0.49, 0.1, WHITE],
    ] as const) {
      const [x, y] = [0.5 + u * cos - v * sin, 0.5 + u * sin + v * cos];
      expectColour(frame, Math.round(x * side), Math.round(y * side), colour);
    }
  });
});
