import type { Document } from '../../../web/src/editor/document.js';

/** A text clip that contains its id. */
export const textClip = (id: string, x: number) => ({
  id,
  type: 'text',
  timeFrame: { start: 0, end: 1000 },
  position: { x },
  textProperties: { content: id },
});

/** What the editor edits: a video with these clips. */
export const documentWith = (name: string, ...clips: ReadonlyArray<object>): Document =>
  ({ metadata: { name, duration: 1000 }, clips }) as unknown as Document;
