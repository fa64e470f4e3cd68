import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { ObjectStorage } from '../../../application/ports/object-storage.js';
import type { SourcePins } from '../../../application/ports/source-pins.js';
import type { Composition } from '../../../domain/composition/composition.js';
import type { Output } from '../../../domain/composition/fields/output.js';
import type { RenderId } from '../../../domain/ids.js';
import type { ReplayVerdict } from '../../../domain/render/replay-verdict.js';
import type { Render } from '../../../domain/render/state.js';
import { systemClock } from '../../../infrastructure/platform/system-clock.js';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import { storedSourcePins } from '../../../infrastructure/storage/source-pins.js';
import type { ContentCredentials } from '../../../workers/render/ports/content-credentials.js';
import type { Replayer } from '../../../workers/render/ports/renderer.js';
import type { RenderSettings } from '../../../workers/render/run/context.js';
import { owner, uuid, videoId } from '../examples.js';
import { compositionOf, openStudio, render, type Studio } from './render.js';
import { lavfi } from './lavfi.js';

/** Where a replayer finds what renders left. */
export interface Kept {
  readonly pins: SourcePins;
  readonly storage: ObjectStorage;
  readonly credentials?: ContentCredentials;
}

/** A replayer that works in the folder `work` of the studio, and finds sources by their path. */
export type OpenReplayer = (studio: Studio, kept: Kept) => Replayer;

/** Canvas and times of the examples. */
export const METADATA = { duration: 1000, fps: 10, canvas: { width: 320, height: 180 } };

/** A text on three of its frames. */
export const TEXT = {
  type: 'text',
  textProperties: { content: 'Every frame', fontSize: 30, color: '#FFFFFF' },
  timeFrame: { start: 300, end: 600 },
  size: { width: 280, height: 60 },
};

/** Renders, and replays of them, in a studio of their own. */
export const openReplays = async (open: OpenReplayer) => {
  const studio = await openStudio({ sandboxed: true });
  const source = join(studio.folder, 'assets/a.mp4');
  await mkdir(join(studio.folder, 'assets'));
  const sound = lavfi('sine=440:r=48000');
  await studio.make('assets/a.mp4', ...lavfi('testsrc2=s=160x90:r=10'), ...sound, '-t', '1');

  const storage = (name = 'stored') => localFiles(join(studio.folder, name));
  const pins = () => storedSourcePins(storage('pins'), systemClock, true);

  /** Renders, pins the sources, stores the files, and gives the state that its events leave. */
  const renderedFrom = async (
    composition: Composition,
    outputs?: ReadonlyArray<Output>,
    credentials?: ContentCredentials,
    stored = storage(),
    settings: Partial<RenderSettings> = {},
  ): Promise<Render> => {
    const made = await render(studio, composition, {
      settings,
      pins: pins(),
      video: { videoId, version: 1 },
      ...(outputs ? { outputs } : {}),
      ...(credentials ? { credentials } : {}),
    });
    const files = made.files.map(({ file }) => file);
    for (const [path, key] of [
      [made.path, made.output.key] as const,
      ...made.files.map(({ path, file }) => [path, file.key] as const),
    ])
      expect(await stored.put(key, path)()).to.deep.equal(E.right(undefined));
    await made.dispose();
    return {
      _tag: 'Render',
      // That of the render above, which the manifest names.
      renderId: uuid(0) as RenderId,
      ownerId: owner,
      video: { videoId, version: 1, composition, createdAt: '', updatedAt: '' },
      autoGenerateCaptionWords: false,
      captionLanguageCode: 'en',
      status: 'completed',
      attempt: 1,
      lostAttempts: 0,
      completed: {
        output: { ...made.output, ...(files.length > 0 ? { files } : {}) },
        provenance: made.provenance,
      },
      ...(outputs ? { output: outputs } : {}),
    };
  };
  const replay = async (
    of: Render,
    stored = storage(),
    credentials?: ContentCredentials,
  ): Promise<ReplayVerdict> => {
    const kept = { pins: pins(), storage: stored, ...(credentials ? { credentials } : {}) };
    const replayer = open(studio, kept);
    const hooks = { inSlot: <A>(work: () => Promise<A>) => work(), signal: new AbortController().signal };
    const result = await replayer.replay(of, hooks)();
    if (E.isLeft(result)) throw new Error(JSON.stringify(result.left));
    return result.right;
  };

  return {
    studio,
    /** The source of {@link composition}, and where a test may hide it. */
    source,
    hidden: join(studio.folder, 'assets/hidden.mp4'),
    /** A video with a text on it. */
    composition: () =>
      compositionOf(METADATA, [
        { type: 'video', source, timeFrame: { start: 0, end: 1000 }, size: METADATA.canvas },
        TEXT,
      ]),
    storage,
    renderedFrom,
    replay,
  };
};
