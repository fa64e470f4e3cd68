import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queue } from '../../shared/queue.js';
import { useObjectUrl } from '../../shared/object-urls.js';
import { useSeen } from '../../shared/use-seen.js';
import { useSettled } from '../../shared/use-settled.js';
import type { Document } from '../document.js';
import { useAccess } from '../shared.js';

/** The debounce after a change of the document, in ms. */
const SETTLE = 300;

/** One request at a time, because the service draws few frames of one owner concurrently. */
const queued = queue(1);

/** A small picture of a document that is not stored, drawn by the service once its element comes into view. */
export const useDrawn = <Shown extends HTMLElement>(
  document: Document | undefined,
  at: number,
  width: number,
) => {
  const { client } = useAccess();
  const { element, isSeen } = useSeen<Shown>();
  const settled = useSettled(document === undefined ? '' : JSON.stringify(document), SETTLE);
  const { data, error } = useQuery({
    queryKey: ['drawn', settled, at, width],
    enabled: isSeen && settled !== '',
    staleTime: Infinity,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () =>
      queued((signal) =>
        client.frames.draw(JSON.parse(settled) as Document, { at, width, type: 'image/jpeg', signal }),
      ),
  });
  return { element, url: useObjectUrl(data), problem: error?.message };
};
