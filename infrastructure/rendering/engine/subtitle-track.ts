import { AV_CODEC_ID_MOV_TEXT, AV_CODEC_ID_WEBVTT, AVMEDIA_TYPE_SUBTITLE } from 'node-av/constants';
import { Dictionary, type Packet, type Stream } from 'node-av/lib';
import type { SubtitleTrack } from '../../../workers/render/ports/join-request.js';
import { type Muxer, packetsOf } from './muxer.js';

// Subtitles as MP4 and WebM have them: text of their own kind (3GPP TS 26.245), and WebVTT.

const MILLISECONDS = { num: 1, den: 1000 };

/** Plain white text in the middle of the lower edge, as a sample description says it (3GPP TS 26.245, section 5.16). */
const textDescription = (): Buffer => {
  const name = Buffer.from('Arial', 'latin1');
  const description = Buffer.alloc(43 + name.length);
  // Horizontally in the middle, vertically at the end, on opaque black.
  description.writeInt8(1, 4);
  description.writeInt8(-1, 5);
  description.writeUInt32BE(0x000000ff, 6);
  // The style of all characters: the first font, 16 px, opaque white.
  description.writeUInt16BE(1, 22);
  description.writeUInt8(16, 25);
  description.writeUInt32BE(0xffffffff, 26);
  // The fonts, of which there is one.
  description.writeUInt32BE(13 + name.length, 30);
  description.write('ftab', 34, 'latin1');
  description.writeUInt16BE(1, 38);
  description.writeUInt16BE(1, 40);
  description.writeUInt8(name.length, 42);
  name.copy(description, 43);
  return description;
};

/** A sample of text: its length in bytes, and the text. */
const textSample = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'utf8');
  const sample = Buffer.alloc(2 + bytes.length);
  sample.writeUInt16BE(bytes.length);
  bytes.copy(sample, 2);
  return sample;
};

/** Adds the stream of subtitles to a file. @param isWebVtt whether its container takes WebVTT */
export const addSubtitles = (muxer: Muxer, { language }: SubtitleTrack, isWebVtt: boolean): Stream => {
  const stream = muxer.addStream();
  stream.codecpar.codecType = AVMEDIA_TYPE_SUBTITLE;
  stream.codecpar.codecId = isWebVtt ? AV_CODEC_ID_WEBVTT : AV_CODEC_ID_MOV_TEXT;
  if (!isWebVtt) stream.codecpar.extradata = textDescription();
  stream.timeBase = MILLISECONDS as Stream['timeBase'];
  stream.metadata = Dictionary.fromObject({ language });
  return stream;
};

/** The packets of subtitles, each valid until the next is requested. */
export const subtitlePackets = (
  { cues }: SubtitleTrack,
  stream: Stream,
  isWebVtt: boolean,
): Generator<Packet> => {
  const samples = cues.map(({ start, end, text }) => ({
    data: isWebVtt ? Buffer.from(text, 'utf8') : textSample(text),
    at: start,
    duration: end - start,
    isKey: true,
  }));
  return packetsOf(samples, MILLISECONDS, stream);
};
