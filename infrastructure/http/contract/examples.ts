// Request examples for the API reference; they work as they are.

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
