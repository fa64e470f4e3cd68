import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { type ClipPath, clipPath } from '../../../../domain/composition/clips/clip-paths.js';
import { packageRoot } from '../../../../infrastructure/platform/package-root.js';
import { composedPasses } from '../../../../workers/render/ways/graph/graph.js';
import type { LocalSource } from '../../../../workers/render/plan/local-source.js';
import { planRender } from '../../../../workers/render/plan/plan.js';
import type { ProbedMedia, ProbedSource } from '../../../../workers/render/ports/media-probe.js';
import type { Raster } from '../../../../workers/render/ports/rasterizer.js';
import { soundSource } from '../../../../workers/render/sound/sound-commands.js';
import { ffmpegArguments } from '../../../support/renders/ffmpeg-arguments.js';
import { compositionOf, resolvedOf } from '../../../support/renders/render.js';
import { PLAIN_COMPOSITIONS } from './plain-compositions.js';

/**
 * What ffmpeg was asked to do for each composition before clips could be animated, drawn, retimed or shaped: recorded
 * with the code of that time. Change it only together with a proof that outputs stay byte-identical;
 * `UPDATE_GOLDEN=1` writes it again.
 */
const RECORDED = join(packageRoot, 'test/workers/render/compose/plain-commands.json');

const media = (more: Partial<ProbedMedia>): ProbedMedia => ({
  _tag: 'Media',
  container: 'mov,mp4,m4a,3gp,3g2,mj2',
  duration: 6000,
  audio: { stream: 1, codec: 'aac', channels: 2, sampleRate: 44_100 },
  ...more,
});
const SOURCES: Readonly<Record<string, ProbedSource>> = {
  'photo.png': { _tag: 'Image', width: 800, height: 600, pageDurations: [0], plays: 0 },
  'wave.gif': { _tag: 'Image', width: 100, height: 50, pageDurations: [100, 200, 50], plays: 2 },
  'music.mp3': media({
    container: 'mp3',
    audio: { stream: 0, codec: 'mp3', channels: 1, sampleRate: 44_100 },
  }),
  'talk.mp4': media({
    video: {
      stream: 0,
      codec: 'h264',
      width: 1920,
      height: 1080,
      pixelFormat: 'yuv420p',
      color: { matrix: 'smpte170m', range: 'tv' },
      hasAlpha: false,
      firstFrame: 0,
      lastFrame: 5960,
      timeBase: 1000 / 90_000,
    },
  }),
};

type Plain = (typeof PLAIN_COMPOSITIONS)[string];

/** Some videos that were one piece are cut now, unless pieces are to be longer than the usual 5 s. */
const PIECE_SECONDS: Readonly<Record<string, number>> = {
  'videos that are turned, scaled, translucent and larger than the canvas': 10,
};

/** Everything that is painted and every argument of every command, in order. */
const workOf = ({ metadata, clips }: Plain, pieceSeconds: number): object => {
  const sources = new Map<ClipPath, LocalSource>(
    clips.flatMap((clip, index) => {
      const source = 'source' in clip && typeof clip.source === 'string' ? clip.source : '';
      const probed = SOURCES[source];
      return probed ? [[clipPath(index), { path: `/${source}`, probed }] as const] : [];
    }),
  );
  const composition = resolvedOf(compositionOf(metadata, clips));
  const plan = planRender(composition, sources, { pieceSeconds });
  const rasters = plan.layerSources.map((_, index): Raster => ({
    rect: { x: 2 * index, y: 4, width: 64, height: 36 },
    files: Array.from({ length: 8 }, (__, page) => `/still-${index}-${page}.yuv`),
    opaque: false,
    fonts: [],
  }));
  const codec = { _tag: 'H264', preset: 'veryfast', crf: 20, parameters: '', threads: 1 } as const;
  return {
    painted: plan.layerSources.map(({ layerSource }) => layerSource),
    pieces: plan.pieces.flatMap((piece, index) =>
      composedPasses(plan, piece, rasters, codec, {
        output: `/piece-${index}.mp4`,
        stem: `/piece-${index}`,
      }).map(({ request, lists }) => ({ command: ffmpegArguments(request).join(' '), lists })),
    ),
    sound: plan.sound.parts.map(({ shaping, ...part }) => {
      const { from, to, volume } = part;
      return { from, to, volume, ...(shaping ? { shaping } : {}), source: soundSource(part) };
    }),
  };
};

describe('A composition that uses no extension of the format', () => {
  const recorded = async (): Promise<Record<string, unknown>> =>
    JSON.parse(await readFile(RECORDED, 'utf8')) as Record<string, unknown>;

  for (const [name, plain] of Object.entries(PLAIN_COMPOSITIONS))
    it(`is rasterized, composed and mixed as in earlier releases: ${name}`, async () => {
      const work = JSON.parse(JSON.stringify(workOf(plain, PIECE_SECONDS[name] ?? 5))) as unknown;
      if (process.env['UPDATE_GOLDEN'] === '1')
        await writeFile(RECORDED, `${JSON.stringify({ ...(await recorded()), [name]: work }, null, 1)}\n`);
      expect(work).to.deep.equal((await recorded())[name]);
    });
});
