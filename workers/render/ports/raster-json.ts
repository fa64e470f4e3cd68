import { array, record } from '../../../domain/codec/containers.js';
import { boolean, number, oneOf, string } from '../../../domain/codec/scalars.js';

const RectJson = record({ x: number(), y: number(), width: number(), height: number() });

const SpriteJson = record(
  {
    from: RectJson,
    x: number(),
    y: number(),
    unit: number(),
    layer: oneOf('box', 'background', 'shadow', 'under', 'ink'),
  },
  { variant: oneOf('plain', 'lit'), when: oneOf('joined', 'alone') },
);

const SheetJson = record({
  width: number(),
  height: number(),
  sheet: record(
    {
      sprites: array(SpriteJson),
      units: array(record({ x: number(), y: number(), size: number() })),
    },
    {
      clip: RectJson,
      words: array(record({ word: number(), box: RectJson, baseline: number(), rightToLeft: boolean })),
    },
  ),
});

/** The fields of a raster except its files, as JSON: processes report them, and the cache stores them. */
export const RASTER_FIELDS = {
  required: {
    rect: RectJson,
    opaque: boolean,
    fonts: array(record({ family: string(), sha256: string() })),
  },
  optional: { sheets: array(SheetJson), scale: number() },
};
