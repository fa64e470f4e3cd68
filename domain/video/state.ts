import type { VideoCreated, VideoEvent } from './events.js';

/** The state of a video; `version` counts its compositions from 1. */
export type Video = Omit<VideoCreated['data'], 'version' | 'editorTokenHash' | 'at'> & {
  readonly _tag: 'Video';
  readonly version: number;
  readonly editorTokenHash: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};
export type VideoState = { readonly _tag: 'NoVideo' } | Video;

/** Folds an event into the state of a video. */
export const evolveVideo = (state: VideoState, event: VideoEvent): VideoState => {
  if (event.type === 'VideoCreated') {
    const { at, ...created } = event.data;
    return { _tag: 'Video', ...created, createdAt: at, updatedAt: at };
  }
  if (state._tag === 'NoVideo') return state;
  switch (event.type) {
    case 'VideoPatched':
    case 'VideoRestored': {
      const { version, composition, assets, at } = event.data;
      const { assets: _, ...before } = state;
      return { ...before, version, composition, ...(assets ? { assets } : {}), updatedAt: at };
    }
    case 'EditorLinkChanged':
      return { ...state, editorTokenHash: event.data.editorTokenHash };
  }
};

/** The number of the version that an event makes; `undefined` if it makes none. */
export const versionOfVideo = (event: VideoEvent): number | undefined =>
  event.type === 'EditorLinkChanged' ? undefined : event.data.version;
