import { dataViewOf } from '../h264/bytes.js';
import { boxesIn } from './boxes.js';
import { type Facts, boxFields, hashed } from './box-fields.js';

// How the sample entry of a track says that its samples are shown or played (ISO/IEC 14496-12, 8.5.2 and 12).

/** Bytes of a sample entry before its boxes. */
const PICTURE_BYTES = 78;
/** The same for sound, by the version of the entry; versions 1 and 2 are QuickTime's. */
const SOUND_BYTES = [28, 44, 64];

/** The codes of primaries, transfer and matrix, and the range. MOV states no range, so it is limited. */
const colourOf = (body: Uint8Array | undefined): string => {
  if (!body) return 'none';
  const type = Buffer.from(body.subarray(0, 4)).toString('latin1');
  if (type !== 'nclx' && type !== 'nclc') return hashed(body);
  const view = dataViewOf(body);
  const isFull = type === 'nclx' && view.getUint8(10) >= 128;
  return `${view.getUint16(4)}/${view.getUint16(6)}/${view.getUint16(8)} ${isFull ? 'full' : 'limited'}`;
};

const pixelAspectOf = (body: Uint8Array | undefined): string => {
  if (!body) return '1:1';
  const view = dataViewOf(body);
  const [across, down] = [view.getUint32(0), view.getUint32(4)];
  return across === down ? '1:1' : `${across}:${down}`;
};

const pictureFacts = (entry: Uint8Array): Facts => {
  const fields = boxFields(entry.subarray(PICTURE_BYTES));
  const view = dataViewOf(entry);
  const interlaced = fields.take('fiel');
  return {
    'picture size': `${view.getUint16(24)}x${view.getUint16(26)}`,
    'pixel aspect': pixelAspectOf(fields.take('pasp')),
    colour: colourOf(fields.take('colr')),
    crop: hashedOr('none', fields.take('clap')),
    decoder: hashedOr('none', fields.take('avcC')),
    fields: interlaced === undefined || interlaced[0] === 1 ? 'progressive' : hashed(interlaced),
    'other description': fields.other(),
  };
};

const hashedOr = (otherwise: string, body: Uint8Array | undefined): string =>
  body ? hashed(body) : otherwise;

/** The decoder configuration in a descriptor of AAC (ISO/IEC 14496-1, 7.2.6.6), without bit rates, which are hints. */
const DECODER_CONFIGURATION = 5;
const configurationIn = (descriptor: Uint8Array): string => {
  for (let at = 4; at < descriptor.length;) {
    const tag = descriptor[at] ?? 0;
    let length = 0;
    let byte = 0x80;
    for (at += 1; byte >= 0x80 && at < descriptor.length; at += 1) {
      byte = descriptor[at] ?? 0;
      length = length * 128 + (byte & 0x7f);
    }
    if (tag === DECODER_CONFIGURATION)
      return Buffer.from(descriptor.subarray(at, at + length)).toString('hex');
    // The enclosing descriptors begin with 3 and 13 bytes of fields; other descriptors are skipped.
    at += tag === 3 ? 3 : tag === 4 ? 13 : length;
  }
  throw new RangeError('the sound has no decoder configuration');
};

/** QuickTime's layouts of one and two channels, which the decoder configuration states, too. */
const USUAL_LAYOUTS: ReadonlySet<number> = new Set([0x64_0001, 0x65_0002]);

const soundFacts = (entry: Uint8Array): Facts => {
  const start = SOUND_BYTES[dataViewOf(entry).getUint16(8)];
  if (start === undefined) throw new RangeError('the sound is described in an unknown way');
  const fields = boxFields(entry.subarray(start));
  const wave = fields.take('wave');
  const descriptor = wave ? boxesIn(wave).find(({ type }) => type === 'esds')?.body : fields.take('esds');
  if (!descriptor) throw new RangeError('the sound has no descriptor');
  const layout = fields.take('chan');
  return {
    decoder: configurationIn(descriptor),
    channels:
      layout && !USUAL_LAYOUTS.has(dataViewOf(layout).getUint32(4)) ? hashed(layout) : 'as the decoder says',
    'other description': fields.other(),
  };
};

/**
 * How a track is shown or played, from its sample description.
 * @throws RangeError if its form is not supported
 */
export const sampleEntry = (handler: string, description: Uint8Array): Facts => {
  const [entry, ...more] = boxesIn(description.subarray(8));
  if (!entry || more.length > 0) throw new RangeError('the track does not have one sample entry');
  const { type: codec, body } = entry;
  if (handler === 'vide') return { codec, ...pictureFacts(body) };
  return handler === 'soun' ? { codec, ...soundFacts(body) } : { codec, decoder: hashed(body) };
};
