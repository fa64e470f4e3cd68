import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { CaptionedClips } from '../../../application/ports/render-outcomes.js';
import { MAX_SUBTITLES_BYTES } from '../../../domain/composition/subtitles/read-subtitles.js';
import { localAddress } from '../../../infrastructure/sources/local-assets.js';
import { renderFrame } from '../../../workers/render/run/previews/render-frame.js';
import { decodeFrames } from '../../support/pictures/decoded-media.js';
import {
  compositionOf,
  render,
  settingsFor,
  toolsFor,
  tryRender,
  studioForSuite,
} from '../../support/renders/render.js';
import { ofType } from '../../support/examples.js';

const METADATA = { duration: 1000, fps: 10, canvas: { width: 320, height: 64 }, backgroundColor: '#000000' };
const style = { fontSize: 24, color: '#FFFFFF' };
const captionWith = (subtitles: object) => ({
  type: 'caption',
  timeFrame: { start: 0, end: 1000 },
  size: { width: 320, height: 64 },
  captionProperties: {
    highlightTextProperties: { ...style, color: '#FF0000' },
    nonHighlightTextProperties: style,
    subtitles,
  },
});
const FILE = 'WEBVTT\n\n00:00.200 --> 00:00.600\nred<00:00.400> word\n';

describe('A render of subtitles', () => {
  const studio = studioForSuite();

  const put = async (name: string, content: string | Uint8Array): Promise<string> => {
    await writeFile(join(studio.folder, name), content);
    return localAddress(name);
  };

  it('draws the words of a file at a URL, records them, and names the file as a source', async () => {
    const source = await put('talk.vtt', FILE);
    const recorded: CaptionedClips[] = [];
    const group = {
      type: 'group',
      timeFrame: { start: 0, end: 1000 },
      size: { width: 320, height: 64 },
      clips: [captionWith({ source })],
    };
    const file = await render(studio, compositionOf(METADATA, [group]), {
      hooks: { onCaptioned: async (clips) => void recorded.push(clips) },
    });
    const given = await render(
      studio,
      compositionOf(METADATA, [{ ...group, clips: [captionWith({ content: FILE })] }]),
    );
    expect(file.output.sha256).to.equal(given.output.sha256);
    const lit = (await decodeFrames(file.path)).map(({ data }) => data.some((level) => level > 100));
    expect(lit).to.deep.equal(lit.map((_, frame) => frame >= 2 && frame < 6));
    expect(file.provenance.sources.map(({ url }) => url)).to.deep.equal([source]);
    const { captionProperties } = ofType('caption', ofType('group', recorded[0]?.clips[0]).clips[0]);
    expect(captionProperties.words).to.deep.equal([
      { start: 200, end: 400, word: 'red', line: 0 },
      { start: 400, end: 600, word: 'word', line: 0 },
    ]);
    expect(captionProperties).not.to.have.property('subtitles');
    expect(recorded[0]).to.deep.include({ wordCount: 2 });
    await Promise.all([file.dispose(), given.dispose()]);
  });

  it('draws them in single frames too', async () => {
    const source = await put('talk.vtt', FILE);
    const frameOf = async (subtitles: object): Promise<Uint8Array> => {
      const path = join(studio.folder, 'frame.png');
      const needs = [
        toolsFor(studio),
        settingsFor(studio),
        compositionOf(METADATA, [captionWith(subtitles)]),
      ] as const;
      await renderFrame(...needs, 300, path, AbortSignal.timeout(60_000));
      return (await decodeFrames(path))[0]?.data ?? new Uint8Array();
    };
    const drawn = await frameOf({ source });
    expect(Math.max(...drawn)).to.be.greaterThan(200);
    expect(drawn).to.deep.equal(await frameOf({ content: FILE }));
  });

  it('reads UTF-16; names the clip if a file is too large, binary or invalid', async () => {
    const failureOf = async (content: string | Uint8Array) => {
      const source = await put('bad.srt', content);
      const tried = await tryRender(studio, compositionOf(METADATA, [captionWith({ source })]));
      if (E.isRight(tried)) await tried.right.dispose();
      return E.isLeft(tried) ? tried.left : undefined;
    };
    expect(await failureOf(Buffer.from(`\uFEFF${FILE}`, 'utf16le'))).to.equal(undefined);
    const bad = async (content: string | Uint8Array, message: string) =>
      expect(await failureOf(content)).to.deep.equal({
        stage: 'decode',
        clip: 'clips[0]',
        retryable: false,
        message,
      });
    await bad(
      '1\nnothing',
      'the subtitle file is not valid: line 2 must be a time range such as 00:00:01,000 --> 00:00:02,500',
    );
    await bad(Buffer.from([0x31, 0xe9, 0x0a]), 'the subtitle file is not text in UTF-8 or UTF-16');
    await bad(FILE.padEnd(MAX_SUBTITLES_BYTES + 1, '\n'), 'the subtitle file is larger than 2 MiB');
  });
});
