import type { Canaries } from './canaries.js';
import { cubes } from './cubes.js';
import type { HostileCase } from './hostile-case.js';
import { images } from './images.js';
import { sounds } from './sounds.js';
import { videos } from './videos.js';
import { playlists } from './playlists.js';
import { svgs } from './svgs.js';

/** All hostile files. */
export const allFiles = async (canaries: Canaries): Promise<ReadonlyArray<HostileCase>> => [
  ...playlists(canaries),
  ...svgs(canaries),
  ...cubes(),
  ...(await images()),
  ...(await videos(canaries.folder, canaries)),
  ...(await sounds(canaries.folder, canaries)),
];
