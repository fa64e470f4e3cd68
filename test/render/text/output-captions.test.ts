import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { Outputs } from '../../../domain/composition/fields/output.js';
import { readSubtitles } from '../../../domain/composition/subtitles/read-subtitles.js';
import type { RenderedFile } from '../../../workers/render/ports/renderer.js';
import { decodeFrames } from '../../support/pictures/decoded-media.js';
import { compositionOf, render, studioForSuite } from '../../support/renders/render.js';
import { rightOf } from '../../support/right-of.js';
import { lavfi } from '../../support/renders/lavfi.js';

const METADATA = { duration: 1000, fps: 10, canvas: { width: 160, height: 64 }, backgroundColor: '#000000' };
const style = { fontSize: 16, color: '#FFFFFF' };
const captionWith = (content: string, more = {}) => ({
  type: 'caption',
  timeFrame: { start: 0, end: 1000 },
  size: { width: 160, height: 64 },
  captionProperties: {
    highlightTextProperties: style,
    nonHighlightTextProperties: style,
    subtitles: { content },
    maxWidth: 160,
  },
  ...more,
});
const LINES = ['1 < 2 & <b>', 'back\\slash \\N {\\an8}{x}'];
const FILE = `WEBVTT

00:00.100 --> 00:00.400
${LINES[0]?.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}

00:00.500 --> 00:00.950
${LINES[1]}
`;
const tone = { type: 'audio', source: 'tone.wav', timeFrame: { start: 0, end: 1000 } };
const outputsOf = (outputs: unknown) => rightOf(Outputs.decode(outputs));
const pathsOf = ({ path, files }: RenderedFile) => [path, ...files.map((file) => file.path)];

/** The codecs and languages of the subtitle tracks. */
const tracksOf = (path: string): ReadonlyArray<string> => {
  const entries = ['-show_entries', 'stream=codec_name:stream_tags=language', '-select_streams', 's'];
  const { streams } = JSON.parse(
    String(execFileSync('ffprobe', ['-v', 'error', ...entries, '-of', 'json', path])),
  ) as {
    streams: ReadonlyArray<{ readonly codec_name: string; readonly tags?: { readonly language?: string } }>;
  };
  return streams.map(({ codec_name, tags }) => `${codec_name} ${tags?.language ?? 'und'}`);
};
/** The packets of picture and sound, with their times. */
const packetsOf = (path: string): string =>
  String(
    execFileSync('ffmpeg', [
      ...'-v error -i'.split(' '),
      path,
      ...'-map 0:v -map 0:a -c copy -f framehash -'.split(' '),
    ]),
  );
/** When the subtitles of a track are shown. */
const timesOf = (path: string): ReadonlyArray<string> =>
  String(execFileSync('ffmpeg', ['-v', 'error', '-i', path, ...'-map 0:s -f srt -'.split(' ')]))
    .split('\n')
    .filter((line) => line.includes('-->'));
/** The cues of a WebVTT track. */
const trackOf = (path: string) =>
  cuesOf(
    String(execFileSync('ffmpeg', ['-v', 'error', '-i', path, ...'-map 0:s -c copy -f webvtt -'.split(' ')])),
  );
const cuesOf = (file: string) => {
  const lines = new Map<number, { start: number; end: number; text: string }>();
  for (const { line = -1, start, end, word } of rightOf(readSubtitles(file))) {
    const before = lines.get(line);
    lines.set(line, { start: before?.start ?? start, end, text: before ? `${before.text} ${word}` : word });
  }
  return [...lines.values()];
};

describe('Captions of outputs', () => {
  const studio = studioForSuite();
  before(async () => {
    await studio.make('tone.wav', ...lavfi('sine=440:duration=1:sample_rate=48000'));
  });

  const CUES = [
    { start: 100, end: 400, text: LINES[0] },
    { start: 500, end: 950, text: LINES[1] },
  ];

  it('are files and tracks that do not change the picture and the sound', async () => {
    const captions = { sidecar: ['srt', 'vtt'], track: true, language: 'eng' };
    const formats = ['mp4', 'webm', 'mov'] as const;
    const composition = compositionOf(METADATA, [tone, captionWith(FILE)]);
    const plain = await render(studio, composition, {
      outputs: outputsOf(formats.map((format) => ({ format }))),
    });
    const made = await render(studio, composition, {
      outputs: outputsOf(
        formats.map((format, index) =>
          index === 0 ? { format, captions } : { format, captions: { track: true } },
        ),
      ),
    });
    expect(made.files.map(({ file: { role, format, output } }) => [role, format, output])).to.deep.equal([
      ['output', 'webm', 1],
      ['output', 'mov', 2],
      ['captions', 'srt', 0],
      ['captions', 'vtt', 0],
    ]);
    const [plainPaths, paths] = [pathsOf(plain), pathsOf(made)];
    for (const index of formats.keys()) {
      expect(tracksOf(plainPaths[index] ?? '')).to.deep.equal([]);
      expect(packetsOf(paths[index] ?? '')).to.equal(packetsOf(plainPaths[index] ?? ''));
    }
    expect(made.output.streams).to.deep.equal(plain.output.streams);
    expect(paths.slice(0, 3).map(tracksOf)).to.deep.equal([
      ['mov_text eng'],
      ['webvtt und'],
      ['mov_text und'],
    ]);
    const [mp4 = '', webm = '', mov = ''] = paths;
    for (const path of [mp4, mov]) {
      // ffmpeg writes the track as SubRip, the text as it is in the file.
      expect(timesOf(path)).to.deep.equal(['00:00:00,100 --> 00:00:00,400', '00:00:00,500 --> 00:00:00,950']);
      const text = String(
        execFileSync('ffmpeg', ['-v', 'error', '-i', path, ...'-map 0:s -c copy -f data -'.split(' ')]),
      );
      for (const line of LINES) expect(text).to.include(line);
    }
    // Opus starts 7 ms before the picture, which WebM delays, and its subtitles with it.
    const delayed = CUES.map(({ start, end, text }) => ({ start: start + 7, end: end + 7, text }));
    expect(trackOf(webm)).to.deep.equal(delayed);
    const [srt = '', vtt = ''] = paths.slice(3).map((path) => readFileSync(path, 'utf8'));
    expect(cuesOf(vtt)).to.deep.equal(CUES);
    expect(srt).to.equal(
      `1\n00:00:00,100 --> 00:00:00,400\n${LINES[0]}\n\n2\n00:00:00,500 --> 00:00:00,950\n${LINES[1]}\n`,
    );
    await Promise.all([plain.dispose(), made.dispose()]);
  });

  it('have the times of the output, from all caption clips, and can be left out of the picture', async () => {
    const group = {
      type: 'group',
      timeFrame: { start: 600, end: 900 },
      size: { width: 160, height: 64 },
      clips: [captionWith('00:00:00,100 --> 00:00:00,200\nin a group\n')],
    };
    const composition = compositionOf(METADATA, [tone, captionWith(FILE), group]);
    const captions = { track: true, burnIn: false, sidecar: ['vtt'] };
    const range = { from: 250, to: 800 };
    const made = await render(studio, composition, {
      outputs: outputsOf([
        { format: 'mp4', captions, range, poster: { at: 600, format: 'png' } },
        { format: 'mp3', captions: { sidecar: ['vtt'] }, range },
        { format: 'mp4', range },
      ]),
    });
    const [video = '', poster = '', , drawn = '', ...files] = pathsOf(made);
    // The first frame of the range is that at 300 ms; sound is cut exactly.
    const read = (path = '') =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.includes('-->'));
    expect(read(files[0])).to.deep.equal([
      '00:00:00.000 --> 00:00:00.100',
      '00:00:00.200 --> 00:00:00.500',
      '00:00:00.400 --> 00:00:00.500',
    ]);
    expect(read(files[1])[0]).to.equal('00:00:00.000 --> 00:00:00.150');
    expect(timesOf(video)[0]).to.equal('00:00:00,000 --> 00:00:00,100');
    const brightest = async (path: string) =>
      Math.max(...(await decodeFrames(path)).flatMap(({ data }) => Math.max(...data)));
    expect(await brightest(video)).to.be.lessThan(20);
    expect(await brightest(poster)).to.equal(0);
    expect(await brightest(drawn)).to.be.greaterThan(150);
    await made.dispose();
  });

  it('are left out if nothing is said', async () => {
    const captions = { track: true, sidecar: ['srt'] };
    const made = await render(studio, compositionOf(METADATA, [tone]), {
      outputs: outputsOf({ format: 'mp4', captions }),
    });
    expect(made.files).to.deep.equal([]);
    expect(tracksOf(made.path)).to.deep.equal([]);
    await made.dispose();
  });
});
