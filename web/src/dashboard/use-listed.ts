import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../clients/typescript/core/connection.js';
import { useSettled } from '../shared/use-settled.js';
import type { Shelf } from './folders.js';

/** The debounce of the search, in ms, because every request counts towards the rate limit. */
const SEARCH_AFTER = 300;

/** A page of the videos of a shelf whose names contain a text. */
const useVideos = (client: Client, shelf: Shelf, searched: string, page: number) =>
  useQuery({
    queryKey: ['videos', shelf, searched, page],
    placeholderData: keepPreviousData,
    queryFn: () =>
      bodyOf(
        client.api.GET('/v1/videos', {
          params: {
            query: {
              page,
              limit: 20,
              archived: shelf === 'archive',
              ...(typeof shelf === 'object' ? shelf : {}),
              ...(searched === '' ? {} : { name: searched }),
            },
          },
        }),
      ),
  });

/** The state of the list: search, shelf and page, and the videos found. A new search or shelf begins at page 1. */
export const useListed = (client: Client) => {
  const [name, setName] = useState('');
  const [shelf, setShelf] = useState<Shelf>('all');
  const [page, turnTo] = useState(1);
  const searched = useSettled(name, SEARCH_AFTER);
  const { data, error, isPlaceholderData } = useVideos(client, shelf, searched, page);
  const isEmpty = !isPlaceholderData && data?.data.length === 0;
  return {
    name,
    shelf,
    page,
    turnTo,
    searched,
    data,
    error,
    isEmpty,
    hasNext: !isPlaceholderData && data?.pagination.hasNextPage,
    search: (typed: string) => {
      setName(typed);
      turnTo(1);
    },
    show: (chosen: Shelf) => {
      setShelf(chosen);
      turnTo(1);
    },
  };
};
