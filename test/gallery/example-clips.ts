/** What most examples of pictures consist of. */

export const FULL = { size: { width: '100%', height: '100%' } };
export const TIME = { timeFrame: { end: 'video' } };
export const photo = (more: object) => ({
  type: 'image',
  source: 'https://example.com/photo.png',
  ...TIME,
  ...FULL,
  ...more,
});
export const CENTRE = {
  position: { anchor: 'center', relativeTo: 'center' },
  size: { width: 120, height: 80 },
};
export const box = (more: object) => ({
  type: 'shape',
  ...TIME,
  ...CENTRE,
  shapeProperties: { shape: 'rectangle', fill: '#FF6B35' },
  ...more,
});
export const keyframes = (property: string, from: number, to: number, easing = 'easeInOut') => [
  {
    property,
    points: [
      { time: 0, value: from },
      { time: 1400, value: to, easing },
    ],
  },
];

export const STOPS = [
  { offset: 0, color: '#3A0CA3' },
  { offset: 0.5, color: '#F72585' },
  { offset: 1, color: '#FFD60A' },
];
