import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import type { Raster } from '../../workers/render/ports/rasterizer.js';
import type { Composition } from '../../domain/composition/composition.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import { withClipIds } from '../../domain/composition/clips/clip-ids.js';
import { captionSvgs } from '../../infrastructure/rendering/text/svg/caption-svg.js';
import { openFontLibrary } from '../../infrastructure/rendering/text/fonts/fonts.js';
import { textSvg } from '../../infrastructure/rendering/text/svg/text-svg.js';
import { DEFAULT_SETTINGS } from '../../workers/render/run/context.js';
import { composedPasses } from '../../workers/render/ways/graph/graph.js';
import { planRender } from '../../workers/render/plan/plan.js';
import { ofResolved } from '../support/examples.js';
import { decodeFrames } from '../support/pictures/decoded-media.js';
import { resolvedOf } from '../support/renders/render.js';
import { hostileString } from './hostile-strings.js';
import { expectNoCanary } from './outcomes.js';
import { startVictim } from './victim.js';
import { LONG } from '../support/long-form.js';
import { forSuite } from '../support/for-suite.js';

/** How many strings of each kind are tried without rendering, and how many are rendered. */
const STRINGS = LONG ? 10_000 : 120;
/** Each run that draws takes three strings. */
const DRAWN = LONG ? STRINGS : STRINGS / 2;
const RENDERED = LONG ? 400 : 20;

/** What drawings of text may consist of: shapes with our own numbers and colours, and bitmap glyphs. */
const OWN_MARKUP =
  /^(?:<(?:rect|path)(?: [a-z-]+="[A-Za-z0-9 .,()+-]*")+\/>|<image(?: [a-zA-Z]+="[a-z0-9.-]*")* href="data:image\/png;base64,[A-Za-z0-9+/=]*"\/>)*$/;

const SIZE = { width: 300, height: 100 };
const BOX = { x: 0, y: 0, ...SIZE };
const PLACE = { box: BOX, view: BOX };

interface Texts {
  readonly content: string;
  readonly family: string;
  readonly color: string;
  readonly word: string;
  readonly name: string;
}

const bodyOf = ({ content, family, color, word, name }: Texts): unknown => {
  const timeFrame = { start: 0, end: 1000 };
  const style = { fontFamily: family, color };
  return {
    metadata: { name, duration: 1000, fps: 10, canvas: { width: 320, height: 180 } },
    clips: [
      { type: 'text', timeFrame, size: SIZE, name, textProperties: { content, ...style, underline: true } },
      {
        type: 'caption',
        timeFrame,
        size: SIZE,
        captionProperties: {
          words: [{ start: 0, end: 900, word }],
          highlightTextProperties: style,
          nonHighlightTextProperties: style,
        },
      },
    ],
  };
};

const compositionOf = (texts: Texts): E.Either<unknown, Composition> => {
  const body = CreateVideoBody.decode(bodyOf(texts));
  return E.isLeft(body)
    ? body
    : E.right({ ...body.right, clips: withClipIds(body.right.clips, [], ['a', 'b']) });
};

const raster: Raster = {
  rect: { x: 0, y: 0, width: 300, height: 100 },
  files: ['/work/still.yuv'],
  opaque: false,
  fonts: [],
};

/** All that the engine is told for the picture. */
const requestsFor = (composition: Composition): ReadonlyArray<unknown> => {
  const plan = planRender(resolvedOf(composition), new Map(), DEFAULT_SETTINGS);
  const rasters = plan.layerSources.map(() => raster);
  const codec = { _tag: 'H264', preset: 'veryfast', crf: 20, parameters: '', threads: 1 } as const;
  const target = { output: '/work/piece.mp4', stem: '/work/piece' };
  return plan.pieces.flatMap((piece) =>
    composedPasses(plan, piece, rasters, codec, target).map(({ request }) => request),
  );
};

describe('hostile texts, font families and colours', function () {
  this.timeout(600_000);
  const victim = forSuite(startVictim, ({ close }) => close());
  let strings: fc.Arbitrary<string>;
  const fonts = openFontLibrary();
  before(async () => {
    strings = hostileString(victim.canaries.png, victim.canaries.url);
  });

  const plain = { content: 'hello', family: 'Arial', color: '#123456', word: 'hello', name: 'plain' };

  it(`never become markup: ${DRAWN * 3} texts, words and font families`, () => {
    let drawn = 0;
    fc.assert(
      fc.property(strings, strings, strings, (content, family, word) => {
        const composition = compositionOf({ ...plain, content, family, word });
        if (E.isLeft(composition)) return;
        const [text, caption] = resolvedOf(composition.right).clips;
        const { svg } = textSvg(ofResolved('text', text).textProperties, PLACE, fonts);
        const { captionProperties } = ofResolved('caption', caption);
        const group = { words: [word], pages: [{ highlighted: 0 }] };
        const captions = captionSvgs(captionProperties, group, PLACE, fonts);
        for (const markup of [svg, ...captions.map(({ svg }) => svg)]) expect(markup).to.match(OWN_MARKUP);
        drawn += 1;
      }),
      { numRuns: DRAWN, seed: 7 },
    );
    expect(drawn).to.be.at.least(DRAWN / 2);
  });

  it(`never reach a filter graph or an option: ${STRINGS} texts, families, words and names`, () => {
    const expected = JSON.stringify(requestsFor((compositionOf(plain) as E.Right<Composition>).right));
    fc.assert(
      fc.property(strings, strings, strings, strings, (content, family, word, name) => {
        const composition = compositionOf({ ...plain, content, family, word, name });
        // A word that is only white space is not spoken, which changes the plan, but adds no other text.
        if (E.isLeft(composition) || word.trim() === '') return;
        expect(JSON.stringify(requestsFor(composition.right))).to.equal(expected);
      }),
      { numRuns: STRINGS, seed: 8 },
    );
  });

  it(`are colours or are refused: ${STRINGS} strings`, () => {
    fc.assert(
      fc.property(strings, (color) => {
        expect(E.isLeft(compositionOf({ ...plain, color })), color).to.equal(
          !/^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(color),
        );
      }),
      { numRuns: STRINGS, seed: 9 },
    );
  });

  it(`render only as text: ${RENDERED} of them`, async () => {
    const sample = fc
      .sample(fc.record({ content: strings, family: strings }), { numRuns: RENDERED * 2, seed: 10 })
      .filter(({ content, family }) => E.isRight(compositionOf({ ...plain, content, family })))
      .slice(0, RENDERED);
    for (let from = 0; from < sample.length; from += 20) {
      const clips = sample.slice(from, from + 20).map(({ content, family }) => ({
        type: 'text',
        textProperties: { content, fontFamily: family, color: '#FFFFFF', fontSize: 12 },
      }));
      const rendered = await victim.render(clips, 120_000);
      if (E.isLeft(rendered)) throw new Error(JSON.stringify(rendered.left));
      const frames = await decodeFrames(rendered.right.path);
      expect(frames).to.have.length(25);
      for (const frame of frames) expectNoCanary(frame);
      await rendered.right.dispose();
    }
    expect(victim.canary.connections()).to.equal(0);
  });
});
