import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '../../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../../clients/typescript/core/connection.js';
import { useSettled } from '../../shared/use-settled.js';

/** The debounce of the search, in ms. */
const TYPING = 250;

/** The assets whose names contain what is typed, page by page. */
export const useAssets = (client: Client) => {
  const [typed, type] = useState('');
  const name = useSettled(typed.trim(), TYPING);
  const found = useInfiniteQuery({
    queryKey: ['assets', name],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor }) => {
      const query = { limit: 50, ...(name === '' ? {} : { name }), ...(cursor === '' ? {} : { cursor }) };
      return bodyOf(client.api.GET('/v1/assets', { params: { query } }));
    },
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  });
  return { typed, type, found, assets: found.data?.pages.flatMap(({ data }) => data) ?? [] };
};
