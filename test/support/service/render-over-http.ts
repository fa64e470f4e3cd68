import type { Got } from 'got';
import { eventually } from '../eventually.js';

const OVER: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);
const LONGEST_WAIT_MS = 300_000;

/**
 * The render once it has the status, or has finished.
 * @param api a client of the service
 */
export const renderOnce = async <Render extends { readonly status: string }>(
  api: Got,
  id: string,
  status: string,
): Promise<Render> =>
  eventually(async () => {
    const { data } = await api(`v1/renders/${id}`).json<{ data: Render }>();
    if (data.status !== status && !OVER.has(data.status)) throw new Error(`its status is ${data.status}`);
    return data;
  }, LONGEST_WAIT_MS);
