import { compositionOf } from '../support/renders/render.js';
import { track } from '../support/pictures/keyframes.js';

/** A project with every property that is a length, each written `k` times as large. */
export const scalableProject = (k: number) => {
  const p = (value: number): number => value * k;
  const box = (x: number, y: number, width: number, height: number) => ({
    timeFrame: { start: 0, end: 1000 },
    position: { x: p(x), y: p(y) },
    size: { width: p(width), height: p(height) },
  });
  const text = (content: string, fontSize: number, more: object = {}) => ({
    content,
    fontSize: p(fontSize),
    fontFamily: 'Inter',
    color: '#FFFFFF',
    ...more,
  });
  return compositionOf(
    { duration: 1000, fps: 10, canvas: { width: p(320), height: p(180) }, backgroundColor: '#203040' },
    [
      {
        type: 'text',
        ...box(8, 6, 100, 60),
        textProperties: text('Lines that wrap at their words', 14, {
          padding: p(4),
          borderWidth: p(1),
          borderColor: '#FFD60A',
          letterSpacing: p(0.5),
          strokeWidth: p(1),
          strokeColor: '#000000',
          shadow: { x: p(2), y: p(2), blur: p(3), color: '#000000' },
        }),
      },
      {
        type: 'text',
        ...box(8, 70, 110, 30),
        transform: { scale: { x: 1, y: 1 }, rotation: 12 },
        textProperties: text('Turned', 16, {
          textBackground: {
            color: '#D62828',
            paddingX: p(4),
            paddingY: p(2),
            borderRadius: p(4),
            mode: 'lines',
          },
        }),
      },
      {
        type: 'text',
        ...box(8, 110, 120, 24),
        textProperties: text('Word by word', 16, { animation: { type: 'slide', unit: 'word', at: 'in' } }),
      },
      {
        type: 'caption',
        ...box(8, 144, 140, 30),
        captionProperties: {
          words: ['spoken', 'words'].map((word, i) => ({ word, start: i * 500, end: i * 500 + 500 })),
          maxWidth: p(140),
          animation: 'underline',
          highlightTextProperties: { fontSize: p(16), color: '#FFD60A' },
          nonHighlightTextProperties: { fontSize: p(16), color: '#FFFFFF' },
        },
      },
      {
        type: 'shape',
        ...box(130, 10, 50, 50),
        shapeProperties: {
          shape: 'polygon',
          points: [
            { x: p(4), y: p(4) },
            { x: p(46), y: p(10) },
            { x: p(20), y: p(46) },
          ],
          fill: {
            type: 'radial',
            stops: [
              { offset: 0, color: '#F77F00' },
              { offset: 1, color: '#003049' },
            ],
          },
          stroke: { color: '#FFFFFF', width: p(3) },
        },
      },
      {
        type: 'shape',
        ...box(190, 10, 40, 40),
        shapeProperties: { shape: 'rectangle', fill: '#2A9D8F' },
        effects: {
          borderRadius: p(10),
          border: { width: p(2), color: '#FFFFFF' },
          shadow: { x: p(3), y: p(3), blur: p(6), color: '#000000' },
        },
        transition: { in: { type: 'slide', direction: 'right', distance: p(40), duration: 1000 } },
      },
      {
        type: 'shape',
        ...box(250, 10, 50, 40),
        shapeProperties: { shape: 'ellipse', fill: '#E9C46A' },
        effects: { filters: [{ type: 'blur', amount: p(4) }] },
        keyframes: [track('position.y', [0, p(10)], [1000, p(30)])],
      },
      {
        type: 'group',
        ...box(140, 80, 80, 60),
        clip: true,
        transform: { scale: { x: 1, y: 1 }, rotation: -8 },
        clips: [
          {
            type: 'image',
            ...box(0, 0, 80, 60),
            svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 60" width="80" height="60"><path d="M0 60L40 0L80 60z" fill="#8ECAE6"/></svg>',
          },
          { type: 'text', ...box(10, 34, 60, 20), textProperties: text('Inside', 14, { color: '#023047' }) },
        ],
      },
      {
        type: 'image',
        ...box(230, 70, 80, 80),
        svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" width="80" height="80"><circle cx="40" cy="40" r="36" fill="#FB8500"/></svg>',
        effects: { filters: [{ type: 'pixelate', amount: p(8) }] },
      },
    ],
  );
};
