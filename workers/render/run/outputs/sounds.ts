import { createReadStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Output } from '../../../../domain/composition/format/output.js';
import { instantOf } from '../../../../domain/composition/timeline.js';
import { CHANNELS, SAMPLE_RATE, samplesAt } from '../../plan/sound/samples.js';
import type { RenderPlan } from '../../plan/plan.js';
import { silentAac } from '../../mp4/silent-aac.js';
import type { SoundCodec } from '../../sound/sound-commands.js';
import type { RenderContext } from '../context.js';
import { encodeSound, mixedSound } from '../sound/encode-sound.js';
import type { MeasuredSound } from '../sound/measure-sound.js';

/** A part of the mix, in samples. */
export interface SampleSpan {
  readonly from: number;
  readonly to: number;
}

const BYTES_A_SAMPLE = CHANNELS * Float32Array.BYTES_PER_ELEMENT;

/** The sound that belongs to some frames. */
export const samplesOf = ({ span, rate }: Pick<RenderPlan, 'span' | 'rate'>): SampleSpan => ({
  from: samplesAt(instantOf(span.from, rate)),
  to: samplesAt(instantOf(span.to, rate)),
});

/** What the sound of an output is encoded as; undefined: it has none. */
export const soundCodecOf = ({ format, quality }: Output): SoundCodec | undefined => {
  switch (format) {
    case 'mp4':
    case 'hls':
      return { codec: 'aac', rate: 192 };
    case 'm4a':
    case 'mp3': {
      const rate = quality === undefined ? 192 : Math.round((32 + (288 * (quality - 1)) / 99) / 8) * 8;
      return { codec: format === 'mp3' ? 'mp3' : 'aac', rate };
    }
    case 'webm':
      return { codec: 'opus', rate: 160 };
    case 'mov':
    case 'wav':
      return { codec: 'pcm', rate: 0 };
    case 'gif':
    case 'webp':
    case 'png':
    case 'jpg':
    case 'pngSequence':
      return undefined;
  }
};

/** Part of a stream of samples; silence where the stream ends before it. */
async function* partOf(
  stream: AsyncIterable<Uint8Array>,
  { from, to }: SampleSpan,
): AsyncGenerator<Uint8Array> {
  const [start, end] = [from * BYTES_A_SAMPLE, to * BYTES_A_SAMPLE];
  let at = 0;
  for await (const chunk of stream) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += chunk.length;
    if (part.length > 0) yield part;
    if (at >= end) return;
  }
  if (at < end) yield new Uint8Array(end - Math.max(at, start));
}

/** Encodes parts of a mix, each once for each requested codec. The mix is computed once. */
export interface Sounds {
  readonly encoded: (codec: SoundCodec, span: SampleSpan) => Promise<string>;
}

/** @param isShared whether the mix is needed more than once and therefore kept in a file */
export const soundsOf = (mix: MeasuredSound, isShared: boolean, context: RenderContext): Sounds => {
  const { folder } = context;
  const files = new Map<string, Promise<string>>();
  let whole: Promise<string> | undefined;
  const writeWhole = async (): Promise<string> => {
    const path = join(folder, 'whole-mix.f32');
    const file = await open(path, 'w', 0o600);
    try {
      for await (const window of mixedSound(mix, context)) await file.write(window);
    } finally {
      await file.close();
    }
    return path;
  };
  const samples = async (): Promise<AsyncIterable<Uint8Array>> => {
    if (!isShared) return mixedSound(mix, context);
    whole ??= writeWhole();
    return createReadStream(await whole) as AsyncIterable<Uint8Array>;
  };
  const encode = async (codec: SoundCodec, span: SampleSpan, path: string): Promise<string> => {
    const length = span.to - span.from;
    if (mix.parts.length === 0 && codec.codec === 'aac' && length > 0)
      await writeFile(path, silentAac(length, codec.rate));
    else await encodeSound(partOf(await samples(), span), codec, path, context);
    return path;
  };
  return {
    encoded: (codec, span) => {
      const key = JSON.stringify([codec, span]);
      const known = files.get(key);
      if (known) return known;
      const file = encode(codec, span, join(folder, `sound-${codec.codec}-${files.size}`));
      files.set(key, file);
      return file;
    },
  };
};

/** How many samples a second of sound has; the length of a span in ms. */
export const lengthOf = ({ from, to }: SampleSpan): number => Math.round(((to - from) * 1000) / SAMPLE_RATE);
