import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { startAssetServer } from '../../support/servers/asset-server.js';
import { editorUnderTest } from '../../support/web/editor.js';
import { cleanUp } from '../../support/at-end.js';
import { bundleSize } from './bundle.js';
import { lineOf } from './figures.js';
import { frameTime } from './frames.js';
import { openingTime } from './opening.js';
import { pictureTime, seekTime } from './picture.js';
import { playingRate } from './playing.js';
import { scrollingTime } from './scrolling.js';

const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-studio-'));
const assets = await startAssetServer();
const editor = await editorUnderTest({ sandboxed: true, ready: availableParallelism() });
const pixels = { width: 1280, height: 720, channels: 3, background: '#c08040' } as const;
const picture = assets.serve('/picture.png', await sharp({ create: pixels }).png().toBuffer());

const measures = {
  size: () => bundleSize(editor),
  opening: () => openingTime(editor, picture),
  picture: () => pictureTime(editor, picture),
  seek: () => seekTime(editor, assets, folder, picture),
  playing: () => playingRate(editor),
  scrolling: () => scrollingTime(editor, picture),
  frames: () => frameTime(editor, assets, folder, picture),
};
const [only] = process.argv.slice(2);

console.log('what (baseline) | value | baseline | aim | outcome');
for (const [name, measure] of Object.entries(measures))
  if (only === undefined || only === name) for (const figure of await measure()) console.log(lineOf(figure));

await cleanUp();
await assets.close();
await rm(folder, { recursive: true });
