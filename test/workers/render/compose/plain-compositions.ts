/** Compositions that use only what the first version of the format had, by name. */
export const PLAIN_COMPOSITIONS: Readonly<
  Record<string, { readonly metadata: object; readonly clips: ReadonlyArray<object> }>
> = {
  nothing: { metadata: { duration: 1000 }, clips: [] },
  'a video over a picture': {
    metadata: { duration: 7000, fps: 29.97, canvas: { width: 640, height: 360 }, backgroundColor: '#102030' },
    clips: [
      {
        type: 'image',
        source: 'photo.png',
        timeFrame: { start: 0, end: 7000 },
        size: { width: 640, height: 360 },
      },
      {
        type: 'video',
        source: 'talk.mp4',
        timeFrame: { start: 500, end: 6000, offset: 1250 },
        position: { x: 31, y: 17, z: 1 },
        size: { width: 301, height: 169 },
        volume: 0.5,
      },
    ],
  },
  'videos that are turned, scaled, translucent and larger than the canvas': {
    metadata: { duration: 4000, fps: 25, canvas: { width: 321, height: 241 } },
    clips: [
      {
        type: 'video',
        source: 'talk.mp4',
        timeFrame: { start: 0, end: 4000 },
        position: { x: -40, y: -30 },
        size: { width: 500, height: 400 },
      },
      {
        type: 'video',
        source: 'talk.mp4',
        timeFrame: { start: 1000, end: 3000 },
        position: { x: 60, y: 40, z: 2 },
        size: { width: 160, height: 90 },
        transform: { rotation: 30, scale: { x: 1.25, y: 0.8 } },
        effects: { opacity: 0.6 },
      },
      {
        type: 'video',
        source: 'talk.mp4',
        timeFrame: { start: 1500, end: 4000 },
        position: { x: 10, y: 10, z: 1 },
        size: { width: 90, height: 160 },
        transform: { rotation: 90 },
      },
    ],
  },
  'texts, captions and sound': {
    metadata: { duration: 5000, canvas: { width: 1280, height: 720 } },
    clips: [
      {
        type: 'text',
        timeFrame: { start: 0, end: 2500 },
        position: { x: 100, y: 80 },
        size: { width: 800, height: 200 },
        transform: { rotation: -10 },
        effects: { opacity: 0.9 },
        textProperties: {
          content: 'A title that wraps',
          fontSize: 64,
          fontWeight: 700,
          color: '#FFEE00',
          textAlign: 'center',
          lineHeight: 1.3,
          padding: 12,
          backgroundColor: '#00000080',
          borderWidth: 2,
          borderColor: '#FFFFFF',
          strokeWidth: 3,
          strokeColor: '#FF0000',
        },
      },
      {
        type: 'caption',
        timeFrame: { start: 500, end: 5000 },
        position: { x: 240, y: 560 },
        size: { width: 800, height: 120 },
        captionProperties: {
          words: [
            { word: 'one', start: 0, end: 700 },
            { word: 'two', start: 900, end: 1500 },
            { word: 'three', start: 1500, end: 2600 },
          ],
          maxWordsInFrame: 2,
          highlightTextProperties: { color: '#FF0000', fontSize: 48 },
          nonHighlightTextProperties: { fontSize: 48 },
        },
      },
      { type: 'audio', source: 'music.mp3', timeFrame: { start: 0, end: 5000, offset: 300 }, volume: 0.8 },
      { type: 'audio', source: 'music.mp3', timeFrame: { start: 4000, end: 5000 }, volume: 0 },
    ],
  },
  'animated and hidden pictures': {
    metadata: { duration: 2000, fps: 60, canvas: { width: 320, height: 180 } },
    clips: [
      {
        type: 'image',
        source: 'wave.gif',
        timeFrame: { start: 100, end: 1900 },
        position: { x: 10, y: 10, z: -1 },
        size: { width: 100, height: 50 },
      },
      {
        type: 'image',
        source: 'photo.png',
        timeFrame: { start: 0, end: 2000 },
        position: { x: 400, y: 0 },
        size: { width: 10, height: 10 },
      },
      {
        type: 'image',
        source: 'photo.png',
        timeFrame: { start: 500, end: 700 },
        effects: { opacity: 0 },
        size: { width: 10, height: 10 },
      },
    ],
  },
  'more layers than one pass takes': {
    metadata: { duration: 1000, canvas: { width: 320, height: 180 } },
    clips: Array.from({ length: 30 }, (_, index) => ({
      type: 'image',
      source: 'photo.png',
      timeFrame: { start: 0, end: 1000 },
      position: { x: index * 5, y: index * 3 },
      size: { width: 40, height: 40 },
    })),
  },
};
