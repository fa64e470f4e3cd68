/** Media that ffmpeg makes for a test, served on 127.0.0.1. */
import { readFile } from 'node:fs/promises';
import { startAssetServer } from '../servers/asset-server.js';
import { openStudio } from './render.js';

export const startMedia = async () => {
  const [studio, server] = await Promise.all([openStudio(), startAssetServer()]);
  return {
    studio,
    server,
    /** Makes a file with options of ffmpeg and serves it; returns its URL. */
    made: async (name: string, ...options: ReadonlyArray<string>): Promise<string> =>
      server.serve(`/${name}`, await readFile(await studio.make(name, ...options))),
    stop: async (): Promise<void> => {
      await server.close();
      await studio.dispose();
    },
  };
};

export type Media = Awaited<ReturnType<typeof startMedia>>;
