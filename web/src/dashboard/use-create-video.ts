import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Client } from '../../../clients/typescript/core/client.js';
import type { VideoInput } from '../../../clients/typescript/core/types.js';
import { type Imported, keepDeviations, withClipIds } from '../shared/deviations.js';
import { keepPlayhead } from '../shared/kept-playhead.js';

interface NewVideo {
  readonly make: () => VideoInput | Promise<VideoInput>;
  /** The time at which the editor opens it, ms. */
  readonly ms?: number;
  /** What differs from the project that it was imported from. */
  readonly deviations?: Imported['deviations'];
}

/** Creates a video, and opens it in the editor. */
export const useCreateVideo = (client: Client) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ make, ms = 0, deviations = [] }: NewVideo) => {
      const { _id, clips } = await client.videos.create(await make());
      keepPlayhead(_id, ms);
      keepDeviations(_id, withClipIds(deviations, clips));
      return _id;
    },
    onSuccess: async (_id) => {
      await queries.invalidateQueries({ queryKey: ['videos'] });
      location.assign(`/editor/${_id}`);
    },
  });
};
