import { expect } from 'chai';
import type { Document } from '../../web/src/editor/document.js';
import { liveChanges } from '../../web/src/editor/live-changes.js';
import { withValueAt } from '../../web/src/editor/value-at.js';

const time = { start: 0, end: 2000 };
const place = { timeFrame: time, position: { x: 0, y: 0, z: 0 }, size: { width: 80, height: 80 } };
const text = { ...place, type: 'text', textProperties: { content: 'Tea', backgroundColor: '#ff0000' } };
const document = {
  metadata: { name: 'Live', duration: 2000, backgroundColor: '#000000' },
  clips: [
    { ...place, id: 'shape', type: 'shape', shapeProperties: { shape: 'ellipse', fill: '#ff0000' } },
    { ...text, id: 'text' },
    { ...text, id: 'letters', textProperties: { content: 'Tea', animation: { type: 'fade' } } },
    { ...place, id: 'video', type: 'video', source: 'a.mp4', effects: { mask: { clip: 'mask' } } },
    { ...place, id: 'group', type: 'group', clips: [{ ...text, id: 'inner' }] },
    { ...place, id: 'mask', type: 'shape', shapeProperties: { shape: 'star' } },
    { ...place, id: 'caption', type: 'caption', captionProperties: { words: [] } },
    { ...text, id: 'fitted', textProperties: { content: 'Tea', fitText: { min: 8, max: 40 } } },
    { ...place, id: 'film', type: 'caption', captionProperties: { subtitles: { source: 'a.srt' } } },
  ],
} as unknown as Document;

/** What a change of a field needs: `nothing`, to be `prepared` again meanwhile, or before it can be drawn (`undrawn`). */
const needs = (path: string, value: unknown): string => {
  const changes = liveChanges(document, withValueAt(document, path, value));
  if (!changes) return 'undrawn';
  return changes.isPrepared ? 'nothing' : 'prepared';
};

describe('changes that the browser draws', () => {
  it('are those of what is not painted, decoded or mixed by the service', () => {
    const color = { property: 'textProperties.color', points: [{ time: 0, value: '#00ff00' }] };
    const volume = { property: 'volume', points: [{ time: 0, value: 0 }] };
    const speed = { property: 'timeFrame.speed', points: [{ time: 0, value: 2 }] };
    const sepia = { filters: [{ type: 'sepia', amount: 1 }] };
    const found = {
      nothing: [
        needs('metadata.backgroundColor', '#00ff00'),
        needs('clips[0].shapeProperties.fill', '#00ff00'),
        needs('clips[0].effects', sepia),
        needs('clips[1].position.x', 20),
        needs('clips[2].effects', { opacity: 0.5 }),
        needs('clips[4].transform', { rotation: 20 }),
        needs('clips[4].clips[0].position.x', 20),
      ],
      prepared: [
        needs('clips[1].textProperties.content', 'Coffee'),
        needs('clips[1].size.width', 40),
        needs('clips[1].keyframes', [color]),
        needs('clips[2].textProperties.content', 'Coffee'),
        needs('clips[2].size.width', 40),
        needs('clips[6].captionProperties.words', [{ word: 'Tea', start: 0, end: 500 }]),
        needs('clips[4].clips[0].textProperties.content', 'Coffee'),
        needs('clips[7].textProperties.content', 'Coffee'),
        needs('clips[8].captionProperties', { words: [{ word: 'Tea', start: 0, end: 500 }] }),
        needs('clips[3].volume', 0),
        needs('clips[3].keyframes', [volume]),
        needs('clips[3].crop', { left: 0.5, top: 0, right: 0, bottom: 0 }),
      ],
      undrawn: [
        needs('metadata.duration', 1000),
        needs('clips[0].timeFrame.end', 1000),
        needs('clips[0].position.z', 1),
        needs('clips[0].effects', { filters: [{ type: 'lut', source: 'a.cube' }] }),
        needs('clips[0].transition', { in: { type: 'push', direction: 'left', duration: 100 } }),
        needs('clips[1].effects', sepia), // the background becomes a picture of its own
        needs('clips[3].source', 'b.mp4'),
        needs('clips[3].keyframes', [speed]),
        needs('clips[4].size.width', 40),
        needs('clips[5].shapeProperties.shape', 'line'),
        needs('clips[6].captionProperties.words', { from: 'speech' }),
      ],
    };
    for (const [expected, all] of Object.entries(found))
      expect(all, expected).to.deep.equal(all.map(() => expected));
  });
});
