import type { VideoCreated, VideoEvent, VideoMoved } from './events.js';

/** The state of a video; `version` counts its compositions from 1. */
export type Video = Omit<VideoCreated['data'], 'version' | 'editorTokenHash' | 'at'> &
  Pick<VideoMoved['data'], 'editorTokenHash' | 'folder' | 'archived'> & {
    readonly _tag: 'Video';
    readonly version: number;
    readonly createdAt: string;
    readonly updatedAt: string;
  };
export type VideoState = { readonly _tag: 'NoVideo' } | Video;

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
    case 'VideoMoved': {
      const { at: _at, ...unversioned } = event.data;
      const { folder: _folder, archived: _archived, ...before } = state;
      return { ...before, ...unversioned };
    }
  }
};

/** The number of the version that an event makes; `undefined` if it makes none. */
export const versionOfVideo = (event: VideoEvent): number | undefined =>
  'version' in event.data ? event.data.version : undefined;
