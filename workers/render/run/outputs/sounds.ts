import { join } from 'node:path';
import type { Output } from '../../../../domain/composition/format/output.js';
import { instantOf } from '../../../../domain/composition/timeline.js';
import { SAMPLE_RATE, samplesAt } from '../../plan/sound/samples.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { SoundPlan } from '../../plan/sound/sound-plan.js';
import type { JoinRequest } from '../../ports/join-request.js';
import type { SoundOutput } from '../../ports/media-engine.js';
import { type SoundCodec, soundEncoding } from '../../sound/sound-commands.js';
import { mixSounds } from '../mix-sounds.js';
import type { RenderContext } from '../context.js';

/** A part of the mix, in samples. */
export interface SampleSpan {
  readonly from: number;
  readonly to: number;
}

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

/** A sound that becomes a part of a file. */
export type EncodedSound = JoinRequest['sound'];

export interface WantedSound {
  readonly codec: SoundCodec;
  readonly span: SampleSpan;
}

/** Encodes parts of a mix, each once in each codec. @returns them in their order */
export const encodedSounds = async (
  plan: SoundPlan,
  wanted: ReadonlyArray<WantedSound>,
  context: RenderContext,
): Promise<ReadonlyArray<EncodedSound>> => {
  const outputs = new Map<string, SoundOutput>();
  const sounds = wanted.map(({ codec, span }): EncodedSound => {
    const samples = span.to - span.from;
    if (plan.parts.length === 0 && codec.codec === 'aac' && samples > 0)
      return { samples, bitRate: codec.rate * 1000 };
    const name = JSON.stringify([codec, span]);
    const path = join(context.folder, `sound-${codec.codec}-${outputs.size}`);
    const output = outputs.get(name) ?? { encoding: soundEncoding(codec), span, path };
    outputs.set(name, output);
    return output.path;
  });
  if (outputs.size > 0) await mixSounds({ plan, levels: [], outputs: [...outputs.values()] }, context);
  return sounds;
};

/** The length of a span, in ms. */
export const millisecondsOf = ({ from, to }: SampleSpan): number =>
  Math.round(((to - from) * 1000) / SAMPLE_RATE);
