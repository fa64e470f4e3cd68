import type { Rect } from '../../domain/composition/geometry/geometry.js';
import { captionSvgs } from '../../infrastructure/rendering/text/svg/caption-svg.js';
import { openFontLibrary } from '../../infrastructure/rendering/text/fonts/fonts.js';
import { textSvg } from '../../infrastructure/rendering/text/svg/text-svg.js';
import { captionLook, longTexts, textLook } from '../support/pictures/long-texts.js';

/**
 * The cost of laying out long texts and how it grows: the time for 25,000 and for four times as many UTF-16 code units,
 * their ratio, and the same if only a full HD frame is visible. For linear growth the ratio is about 4.
 */
const SIZE = 25_000;
const FRAME: Rect = { x: 0, y: 0, width: 1920, height: 1080 };
const ALL: Rect = { x: -1e7, y: -1e7, width: 2e7, height: 2e7 };

const fonts = openFontLibrary();

/** CPU time, which is more meaningful than wall time on a busy machine. */
const millisecondsOf = (work: () => unknown): number => {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
};

const drawn = {
  text: (content: string, view: Rect) => textSvg({ ...textLook, content }, { box: FRAME, view }, fonts),
  caption: (content: string, view: Rect) =>
    captionSvgs(
      captionLook,
      { words: content.split(' ').filter((word) => word !== ''), pages: [{ highlighted: 0 }] },
      { box: FRAME, view },
      fonts,
    ),
};

for (const [kind, draw] of Object.entries(drawn))
  for (const [name, make] of Object.entries(longTexts)) {
    draw(make(1000), FRAME); // fonts are read only once
    const [short, long] = [SIZE, SIZE * 4].map((size) => {
      const content = make(size);
      return {
        all: millisecondsOf(() => draw(content, ALL)),
        seen: millisecondsOf(() => draw(content, FRAME)),
      };
    }) as [{ all: number; seen: number }, { all: number; seen: number }];
    console.log(
      `${kind} ${name}: all of it ${short.all.toFixed(0)} ms, four times as much ${long.all.toFixed(0)} ms, ratio ` +
        `${(long.all / short.all).toFixed(1)}; what a frame shows ${short.seen.toFixed(0)} and ${long.seen.toFixed(0)} ms`,
    );
  }
