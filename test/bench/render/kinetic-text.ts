import { FPS, HEIGHT, metadataOf, type RenderCase, WIDTH } from './case.js';

const STEP_MS = 1500;
const MOVE_MS = 400;
const LINES = ['Words', 'that move', 'one by one', 'come and go', 'in time'];

/** Lines of text that slide in or fade, one after the other. */
export const kineticText = (_folder: string, seconds: number): Promise<RenderCase> => {
  const shown = Array.from({ length: Math.floor((seconds * 1000) / STEP_MS) }, (_, index) => ({
    line: LINES[index % LINES.length] ?? '',
    start: index * STEP_MS,
    y: 240 + (index % 3) * 200,
    slides: index % 2 === 0,
  }));
  const drawn = shown.map(({ line, start, y, slides }) => {
    const [from, to, move] = [start / 1000, (start + STEP_MS) / 1000, MOVE_MS / 1000];
    const p = `min(1,(t-${from})/${move})`;
    const place = slides ? `${y}+160*(1-${p})` : String(y);
    return `drawtext=font=sans:text='${line}':fontsize=140:fontcolor=white:x=(w-tw)/2:y='${place}':alpha='min(${p},min(1,(${to}-t)/${move}))':enable='between(t,${from},${to})'`;
  });
  return Promise.resolve({
    project: {
      metadata: { ...metadataOf(seconds), backgroundColor: '#1B1B3A' },
      clips: shown.map(({ line, start, y, slides }) => ({
        type: 'text',
        timeFrame: { start, duration: STEP_MS },
        position: { x: 160, y },
        size: { width: 1600, height: 200 },
        textProperties: { content: line, fontSize: 140, color: '#FFFFFF', textAlign: 'center' },
        transition: {
          in: slides
            ? { type: 'slide', direction: 'up', distance: 160, duration: MOVE_MS, fade: true }
            : { type: 'fade', duration: MOVE_MS },
          out: { type: 'fade', duration: MOVE_MS },
        },
      })),
    },
    naive: [
      ...`-f lavfi -i color=0x1B1B3A:s=${WIDTH}x${HEIGHT}:r=${FPS}:d=${seconds} -vf`.split(' '),
      drawn.join(','),
    ],
  });
};
