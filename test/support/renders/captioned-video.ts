const style = { fontSize: 20, color: '#FFFFFF' };

/** The body of a video with one caption clip, `said`, over its whole time. */
export const captionedVideo = (captionProperties: object, durationMs = 5000) => ({
  metadata: { name: 'a video', duration: durationMs },
  clips: [
    {
      type: 'caption',
      id: 'said',
      timeFrame: { start: 0, end: durationMs },
      captionProperties: {
        highlightTextProperties: style,
        nonHighlightTextProperties: style,
        ...captionProperties,
      },
    },
  ],
});
