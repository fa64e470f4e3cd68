import { createClient } from '../../clients/typescript/core/client.js';
import { sharedService } from '../support/service/service.js';

export const projectNamed = (name: string) => ({ metadata: { name, duration: 1000 }, clips: [] });

export const allOf = async <Item>(items: AsyncIterable<Item>): Promise<ReadonlyArray<Item>> => {
  const all: Array<Item> = [];
  for await (const item of items) all.push(item);
  return all;
};

let owners = 0;

/** The TypeScript client of an owner that nothing else uses. */
export const clientUser = async () => {
  const service = await sharedService();
  const apiKey = await service.issueKey(`typescript-client-${(owners += 1)}`);
  return {
    service,
    apiKey,
    client: createClient({ baseUrl: `${service.baseUrl}/`, apiKey }),
    /** The client with another transport and another way to wait. */
    connected: (fetch: (request: Request) => Promise<Response>, sleep: (ms: number) => Promise<void>) =>
      createClient({ baseUrl: service.baseUrl, apiKey, fetch, sleep }),
  };
};

export type ClientUser = Awaited<ReturnType<typeof clientUser>>;
