import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { fairSemaphore } from '../../../application/permits/fair-semaphore.js';
import { SHARED } from '../../../application/permits/shared-resources.js';
import { espeakNg } from '../../../infrastructure/rendering/speech/espeak-ng.js';
import { openAiSpeech } from '../../../infrastructure/rendering/speech/openai.js';
import { localAssets } from '../../../infrastructure/sources/local-assets.js';
import { withSpokenTexts } from '../../../infrastructure/sources/spoken-texts.js';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import type { AssetSource } from '../../../workers/render/ports/asset-source.js';
import type { SpeechEngine } from '../../../workers/render/ports/speech-engine.js';
import { NO_REUSE } from '../../../workers/render/run/pieces/reuse.js';
import { checkComposition } from '../../../workers/render/run/check/check-composition.js';
import { decodeFrames, decodeSound, type Picture } from '../../support/pictures/decoded-media.js';
import { emptyCaption } from '../../support/renders/empty-caption.js';
import {
  compositionOf,
  openStudio,
  render,
  settingsFor,
  type Studio,
  toolsFor,
  tryRender,
} from '../../support/renders/render.js';
import { levelOf } from '../../support/renders/sound.js';
import { type SpeechServer, startSpeechServer } from '../../support/servers/speech-server.js';

const METADATA = { duration: 'auto', fps: 20, canvas: { width: 400, height: 200 } };
const RATE = 48_000;

const saying = (text: string, timeFrame: object = {}, more: object = {}) => ({
  id: 'voice',
  type: 'audio',
  speech: { text, ...more },
  timeFrame,
});

const CAPTION = {
  ...emptyCaption(0),
  timeFrame: { end: 'video' },
  captionProperties: { ...emptyCaption(0).captionProperties, words: { from: 'voice' } },
};

/** Whether a frame shows the highlight of a word, which is pure red. */
const isLit = ({ data }: Picture): boolean => {
  for (let at = 0; at < data.length; at += 3)
    if ((data[at] ?? 0) - Math.max(data[at + 1] ?? 0, data[at + 2] ?? 0) > 100) return true;
  return false;
};

describe('A clip that speaks', () => {
  let studio: Studio;
  let server: SpeechServer;

  const assetsWith = (engine: SpeechEngine): AssetSource =>
    withSpokenTexts(
      { engine, storage: localFiles(join(studio.folder, 'kept')), permits: fairSemaphore(SHARED.speech) },
      localAssets(studio.folder),
    );
  const atServer = () =>
    assetsWith(openAiSpeech({ url: server.url, model: 'tts-1', warn: () => undefined, firstPauseMs: 5 }));

  before(async () => {
    studio = await openStudio();
    server = await startSpeechServer();
  });
  after(async () => {
    await server.close();
    await studio.dispose();
  });

  it('is heard for as long as it speaks, and captions show each word while it is said', async () => {
    const text = 'Hello everybody. Welcome to this film.';
    const clips = [saying(text, { start: 1000 }), CAPTION];
    const made = await render(studio, compositionOf(METADATA, clips), { assets: assetsWith(espeakNg()) });
    const [samples, frames] = [await decodeSound(made.path), await decodeFrames(made.path)];
    const [source] = made.provenance.sources;
    await made.dispose();

    const seconds = samples.length / 2 / RATE;
    expect(seconds).to.be.within(2.5, 6);
    expect(levelOf(samples, 0, 0, 900), 'before it speaks').to.be.below(0.001);
    expect(levelOf(samples, 0, 1100, 2000), 'while it speaks').to.be.above(0.02);
    expect(frames.slice(0, 19).some(isLit), 'a word before anyone speaks').to.equal(false);
    expect(frames.slice(21, 30).every(isLit), 'a word while someone speaks').to.equal(true);
    expect(source?.url).to.match(/^speech:[0-9a-f]{64}$/);
    expect(source?.sha256).to.match(/^[0-9a-f]{64}$/);
  });

  it('is spoken once: later renders and replays have the same sound', async () => {
    const composition = compositionOf(METADATA, [saying('Only once.')]);
    const first = await render(studio, composition, { assets: atServer() });
    const kept = join(studio.folder, 'kept');
    for (const file of await readdir(kept)) await utimes(join(kept, file), 0, 0);
    const asked = server.requests.length;
    const again = await render(studio, composition, { assets: atServer() });
    expect(server.requests.length).to.equal(asked);
    expect(again.provenance.sources).to.deep.equal(first.provenance.sources);
    const times = await Promise.all((await readdir(kept)).map((file) => stat(join(kept, file))));
    expect(
      times.filter(({ mtimeMs }) => mtimeMs > 0),
      'stored again, so that it is kept',
    ).to.have.length(1);
    const [source] = first.provenance.sources;
    const found = await atServer().fetch(source?.url ?? '', {
      signal: new AbortController().signal,
      folder: studio.folder,
      budget: { remainingBytes: 1e9 },
      owner: '00000000-0000-7000-8000-000000000001',
    })();
    expect(E.isRight(found) && found.right.sha256, 'what a replay finds').to.equal(source?.sha256);
    for (const { dispose } of [first, again]) await dispose();
  });

  it('is not asked of the server by a replay, nor given to other owners', async () => {
    const asked = server.requests.length;
    const made = await render(studio, compositionOf(METADATA, [saying('Mine.')]), { assets: atServer() });
    const [source] = made.provenance.sources;
    await made.dispose();
    const found = await atServer().fetch(source?.url ?? '', {
      signal: new AbortController().signal,
      folder: studio.folder,
      budget: { remainingBytes: 1e9 },
      owner: 'somebody else',
    })();
    expect(found).to.deep.include({ _tag: 'Left' });
    expect(server.requests.length).to.equal(asked + 1);
  });

  it('fails with its name and what to do', async () => {
    const composition = compositionOf(METADATA, [saying('Hello', {}, { voice: 'Rachel' })]);
    const failed = await tryRender(studio, composition, { assets: assetsWith(espeakNg()) });
    expect(failed).to.deep.include({ _tag: 'Left' });
    expect(E.isLeft(failed) && failed.left).to.include({ clip: 'clips[0]', retryable: false });
    expect(E.isLeft(failed) && failed.left.message).to.match(/no voice "Rachel".*leave out `speech.voice`/);
  });

  it('is checked as it is rendered', async () => {
    const context = {
      ...toolsFor(studio),
      assets: assetsWith(espeakNg()),
      folder: studio.folder,
      signal: new AbortController().signal,
      progress: () => undefined,
      reuse: NO_REUSE,
    };
    const problemsOf = async (...clips: ReadonlyArray<object>) =>
      (await checkComposition(compositionOf(METADATA, clips), settingsFor(studio), context)).problems;
    expect(await problemsOf(saying('Hello there.'), CAPTION)).to.deep.equal([]);
    const [problem] = await problemsOf(saying('Hello', {}, { voice: 'Rachel' }));
    expect(problem).to.include({ severity: 'error', path: 'clips[0].speech' });
    expect(problem?.remedy).to.match(/voice/);
    const short = await problemsOf(saying('Hello there, everybody.', { end: 100_000 }));
    expect(short.map(({ path }) => path)).to.deep.equal(['clips[0].timeFrame']);
  });
});
