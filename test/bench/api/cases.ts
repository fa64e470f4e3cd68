/** The cases of the benchmark of the API: what it and the minimal handlers are sent. */
import type { WireRequest } from '../../support/service/load.js';

/** What one side is sent. */
export interface Side {
  readonly name: string;
  readonly baseUrl: string;
  /** Whether the projector takes part in its writes. */
  readonly isProjected: boolean;
  readonly requestsOf: (worker: number) => ReadonlyArray<WireRequest>;
}

export interface Kind {
  readonly name: string;
  readonly expect: number;
  readonly sides: ReadonlyArray<Side>;
}

/** What the requests are about. */
export interface Subject {
  readonly apiUrl: string;
  readonly bareUrl: string;
  /** Of the owner. */
  readonly key: string;
  readonly owner: string;
  /** Of videos of the owner, at least as many as there are connections. */
  readonly ids: ReadonlyArray<string>;
  /** A video to create, and a patch, as JSON. */
  readonly body: string;
  readonly change: string;
}

/** The baselines of writes: paths of `bare-http.ts`. */
const BASELINES = ['append', 'store'] as const;

/** The id of a video that only this baseline writes to. */
const ownId = (id: string, path: (typeof BASELINES)[number]): string =>
  id.replace(/^.{8}/, path === 'store' ? '00000001' : '00000000');

export const cases = ({ apiUrl, bareUrl, key, owner, ids, body, change }: Subject) => {
  const headers = { 'x-api-key': key };
  const service = { baseUrl: apiUrl, isProjected: true };
  const handlers = { baseUrl: bareUrl, isProjected: false };
  /** Every connection begins with another video. */
  const videosFrom = (worker: number) => ids.map((_, n) => ids[(worker * 7 + n) % ids.length] ?? '');

  const get: Kind = {
    name: 'get',
    expect: 200,
    sides: [
      {
        name: 'API',
        ...service,
        requestsOf: (worker) =>
          videosFrom(worker).map((id) => ({ method: 'GET', path: `/v1/videos/${id}`, headers })),
      },
      {
        name: 'bare',
        ...handlers,
        requestsOf: (worker) => videosFrom(worker).map((id) => ({ method: 'GET', path: `/get/${id}` })),
      },
    ],
  };
  const list: Kind = {
    name: 'list',
    expect: 200,
    sides: [
      {
        name: 'API',
        ...service,
        requestsOf: () => [{ method: 'GET', path: '/v1/videos', headers }],
      },
      {
        name: 'bare',
        ...handlers,
        requestsOf: () => [{ method: 'GET', path: `/list/${owner}` }],
      },
    ],
  };
  const create: Kind = {
    name: 'create',
    expect: 201,
    sides: [
      {
        name: 'API',
        ...service,
        requestsOf: () => [{ method: 'POST', path: '/v1/videos', headers, body }],
      },
      ...BASELINES.map((path) => ({
        name: path,
        ...handlers,
        requestsOf: () => [{ method: 'POST', path: `/${path}`, body }],
      })),
    ],
  };
  const patch: Kind = {
    name: 'patch',
    expect: 200,
    sides: [
      {
        name: 'API',
        ...service,
        requestsOf: (worker) => [
          { method: 'PATCH', path: `/v1/videos/${ids[worker]}`, headers, body: change },
        ],
      },
      ...BASELINES.map((path) => ({
        name: path,
        ...handlers,
        requestsOf: (worker: number) => [
          {
            method: 'PATCH',
            path: `/${path}/${ownId(ids[worker] ?? '', path)}`,
            body: change,
          },
        ],
      })),
    ],
  };
  return { get, list, create, patch };
};
