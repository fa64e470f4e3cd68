/** A caption clip over the whole video without words: the spoken word will be pure red, the others pure blue. */
export const emptyCaption = (endMs: number) => ({
  type: 'caption',
  timeFrame: { start: 0, end: endMs },
  position: { x: 0, y: 100 },
  size: { width: 400, height: 60 },
  captionProperties: {
    words: [],
    highlightTextProperties: { fontSize: 30, color: '#FF0000' },
    nonHighlightTextProperties: { fontSize: 30, color: '#0000FF' },
    maxWidth: 400,
    maxWordsInFrame: 3,
  },
});
