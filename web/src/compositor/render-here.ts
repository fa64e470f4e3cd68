import {
  BufferSource,
  BufferTarget,
  CanvasSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  getFirstEncodableVideoCodec,
  Input,
  Mp4OutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { instantOf } from '../../../domain/composition/timeline.js';
import type { Compositor } from './compositor.js';
import { t } from '../words/words.js';

/** Bits per pixel and frame: enough that encoding is hardly seen. */
const BITS_PER_PIXEL = 0.2;
const LEAST_BITRATE = 1_000_000;
/** The longest distance of key frames, in seconds. */
const KEY_FRAMES = 2;

/** A video that was rendered in this browser. */
export interface RenderedHere {
  readonly file: Blob;
  readonly extension: 'mp4' | 'webm';
  readonly frames: number;
}

/** The packets of the mix, which need not be encoded again, up to a time in seconds. */
const soundPackets = async (sound: Uint8Array | undefined) => {
  if (!sound) return undefined;
  const input = new Input({ source: new BufferSource(sound), formats: [WEBM] });
  const track = await input.getPrimaryAudioTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config) return undefined;
  const packets = new EncodedPacketSink(track).packets();
  let waiting: EncodedPacket | undefined = (await packets.next()).value ?? undefined;
  const source = new EncodedAudioPacketSource('opus');
  let isFirst = true;
  return {
    source,
    addUntil: async (seconds: number): Promise<void> => {
      while (waiting && waiting.timestamp <= seconds) {
        await source.add(waiting, isFirst ? { decoderConfig: config } : undefined);
        isFirst = false;
        waiting = (await packets.next()).value ?? undefined;
      }
    },
  };
};

/**
 * Renders a project in this browser, with WebCodecs: to MP4, or to WebM where the browser cannot encode H.264.
 * @param onProgress from 0 to 1
 * @throws the reason of the signal if it aborts; an error if the browser can encode nothing
 */
export const renderHere = async (
  compositor: Compositor,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<RenderedHere> => {
  const { size, rate, frames } = compositor;
  const fps = rate.num / rate.den;
  const bitrate = Math.max(LEAST_BITRATE, Math.round(size.width * size.height * fps * BITS_PER_PIXEL));
  const codec = await getFirstEncodableVideoCodec(['avc', 'vp9', 'vp8'], { ...size, bitrate });
  if (!codec) throw new Error(t('This browser cannot encode video of this size.'));
  const extension = codec === 'avc' ? 'mp4' : 'webm';
  const target = new BufferTarget();
  const format = extension === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat();
  const output = new Output({ format, target });
  const canvas = new OffscreenCanvas(size.width, size.height);
  const picture = new CanvasSource(canvas, { codec, bitrate, keyFrameInterval: KEY_FRAMES });
  output.addVideoTrack(picture, { frameRate: fps });
  const sound = await soundPackets(compositor.sound);
  if (sound) output.addAudioTrack(sound.source);
  try {
    await output.start();
    for (let frame = 0; frame < frames; frame += 1) {
      do signal.throwIfAborted();
      while (!(await compositor.draw(frame, canvas))); // the stage drew, or closed it, meanwhile
      const start = instantOf(frame, rate) / 1000;
      await picture.add(start, instantOf(frame + 1, rate) / 1000 - start);
      await sound?.addUntil(start);
      onProgress((frame + 1) / frames);
    }
    await sound?.addUntil(Infinity);
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  const type = extension === 'mp4' ? 'video/mp4' : 'video/webm';
  return { file: new Blob([target.buffer ?? new ArrayBuffer(0)], { type }), extension, frames };
};
