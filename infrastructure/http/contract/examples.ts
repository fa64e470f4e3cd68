// Request examples for the API reference; they work as they are.

/** A video without sources, so that its frames can be drawn. */
export const EXAMPLE_TITLE = {
  metadata: {
    name: 'Title',
    duration: 3000,
    backgroundColor: '#102030',
    canvas: { width: 1280, height: 720 },
  },
  clips: [
    {
      type: 'text',
      timeFrame: { start: 0, end: 3000 },
      position: { x: 140, y: 300 },
      size: { width: 1000, height: 120 },
      textProperties: { content: 'A day at the sea', fontSize: 72, color: '#FFFFFF', textAlign: 'center' },
    },
  ],
};

export const EXAMPLE_VIDEO = {
  metadata: {
    name: 'Opening',
    duration: 4000,
    fps: 30,
    backgroundColor: '#102030',
    canvas: { width: 1280, height: 720 },
  },
  clips: [
    {
      type: 'image',
      source: 'https://media.example.org/beach.jpg',
      timeFrame: { start: 0, end: 4000 },
      size: { width: 1280, height: 720 },
    },
    {
      type: 'text',
      timeFrame: { start: 500, end: 3500 },
      position: { x: 140, y: 300, z: 1 },
      size: { width: 1000, height: 120 },
      textProperties: { content: 'A day at the sea', fontSize: 72, color: '#FFFFFF', textAlign: 'center' },
    },
  ],
};
