import { renameSync } from 'node:fs';
import { FFmpegError, Rational } from 'node-av/lib';
import { parameterSetsIn } from '../../../workers/render/h264/parameter-sets.js';
import type { HeldPictures } from '../../../workers/render/ports/media-engine.js';
import { holdPictures } from '../../../workers/render/ways/held/hold-pictures.js';
import { OWN_FILE } from './input-limits.js';
import { Muxer, packetsOf } from './muxer.js';
import { openHeader } from './open-input.js';
import { StreamPackets } from './stream-packets.js';

/** Replaces an MP4 of encoded pictures by one that shows each of them for some frames. */
export const holdFile = (path: string, held: HeldPictures): void => {
  const reader = new StreamPackets({ path, options: OWN_FILE, isSource: false }, 'v', openHeader);
  const { codecpar } = reader.stream;
  const sets = parameterSetsIn(codecpar.extradata ?? Buffer.alloc(0));
  const samples: Uint8Array[] = [];
  for (const { data } of reader.all()) samples.push(Uint8Array.from(data ?? []));
  const frames = sets && holdPictures({ sets, samples }, held);
  if (!frames) throw new RangeError('the encoder writes pictures that can be held');
  const own = `${path}.held`;
  const muxer = new Muxer('mp4', own);
  const stream = muxer.addStream();
  FFmpegError.throwIfError(codecpar.copy(stream.codecpar), 'parameters');
  const frame = new Rational(held.rate.den, held.rate.num);
  stream.timeBase = frame;
  muxer.start({ fflags: '+bitexact' });
  const shown = frames.map(({ bytes, isKey }, at) => ({ data: Buffer.from(bytes), at, duration: 1, isKey }));
  for (const packet of packetsOf(shown, frame, stream)) muxer.write(packet);
  muxer.finish();
  muxer.close();
  reader.close();
  renameSync(own, path);
};
