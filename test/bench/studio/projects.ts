/** The projects that the studio opens. */

const MINUTES = 10;
const CLIP_MS = 6000;

/** A project of this many clips over ten minutes: titles, shapes and pictures, two or three at a time. */
export const projectOf = (count: number, picture: string) => ({
  metadata: {
    name: `${count} clips`,
    duration: MINUTES * 60_000,
    fps: 30,
    backgroundColor: '#102030',
    canvas: { width: 1920, height: 1080 },
  },
  clips: Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * (MINUTES * 60_000 - CLIP_MS)) / Math.max(1, count - 1));
    const common = {
      id: `clip ${index}`,
      timeFrame: { start, end: start + CLIP_MS },
      position: { x: 100 + (index % 4) * 420, y: 120 + (index % 3) * 280, z: index },
      size: { width: 400, height: 240 },
    };
    if (index % 4 === 2) return { ...common, type: 'image', source: picture };
    if (index % 4 === 3)
      return { ...common, type: 'shape', shapeProperties: { shape: 'ellipse', fill: '#2080c0' } };
    const textProperties = { content: `Title ${index}`, fontSize: 64, color: '#ffffff' };
    return { ...common, type: 'text', textProperties };
  }),
});

/** A project in 1080p: a video of ten seconds, a picture and two titles above it. */
export const fullHdProject = (video: string, picture: string) => {
  const time = { start: 0, end: 10_000 };
  const title = (content: string, y: number, z: number) => ({
    type: 'text',
    timeFrame: time,
    position: { x: 160, y, z },
    size: { width: 1200, height: 120 },
    textProperties: { content, fontSize: 80, color: '#ffffff' },
  });
  return {
    metadata: {
      name: 'Full HD',
      duration: 10_000,
      fps: 30,
      backgroundColor: '#000000',
      canvas: { width: 1920, height: 1080 },
    },
    clips: [
      { type: 'video', source: video, timeFrame: time, size: { width: 1920, height: 1080 } },
      {
        type: 'image',
        source: picture,
        timeFrame: time,
        position: { x: 1500, y: 80, z: 1 },
        size: { width: 320, height: 180 },
      },
      title('What you see paused', 760, 2),
      title('is the frame of the render', 880, 3),
    ],
  };
};
