import * as E from 'fp-ts/lib/Either.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import type { FetchedSources } from './fetch-sources.js';
import type { RenderWork } from '../render-work.js';

/**
 * Keeps copies of the sources, while they are rendered. The result must be awaited before the render is recorded.
 * @throws RenderError if the storage can't be reached
 */
export const pinSources = (
  { needs: { pins }, folder, hooks }: Pick<RenderWork, 'needs' | 'folder' | 'hooks'>,
  { assets }: FetchedSources,
): Promise<void> => {
  const pinAll = async (): Promise<void> => {
    if (!pins) return;
    for (const asset of new Map(assets.map((one) => [one.sha256, one])).values()) {
      hooks.signal.throwIfAborted();
      const pinned = await pins.pin(asset, folder.path)();
      if (E.isLeft(pinned)) throw new RenderError({ _tag: 'StorageFailed' });
    }
  };
  const pinned = pinAll();
  // If the render itself fails, nobody waits for this.
  pinned.catch(() => undefined);
  return pinned;
};
