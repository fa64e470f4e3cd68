/** Load on an HTTP server, from a process of its own, so that its CPU time is known and nobody else's is added to it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { endChild } from '../processes/end-child.js';
import { codeFile, NODE_OPTIONS } from '../processes/programs.js';

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Stands for a number in a body, in which each request has another one. */
export const COUNTER = '#0000000';

const bytesOf = ({ method, path, headers = {}, body = '' }: WireRequest): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: bench',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n');

/** How long a run lasts: until so much time has passed, or so many requests were answered. */
export type Length = { readonly seconds: number } | { readonly requests: number };

export interface Load {
  readonly baseUrl: string;
  readonly concurrency: number;
  readonly length: Length;
  readonly expect: number;
  /** The requests of a worker, which it repeats in turn. */
  readonly requestsOf: (worker: number) => ReadonlyArray<WireRequest>;
}

/** What the parent sends: for each connection, what to write to it. */
export interface LoadOrder {
  readonly port: number;
  readonly host: string;
  readonly length: Length;
  readonly expect: number;
  readonly workers: ReadonlyArray<ReadonlyArray<string>>;
}

export interface LoadResult {
  /** Requests per second. */
  readonly rate: number;
  readonly requests: number;
}

export interface LoadGenerator {
  readonly pid: number;
  /** Rejects on a status other than the expected one. */
  readonly run: (load: Load) => Promise<LoadResult>;
  readonly stop: () => Promise<void>;
}

export const startLoadGenerator = (): LoadGenerator => {
  const child = fork(codeFile('test/support/service/load-generator'), { execArgv: [...NODE_OPTIONS] });
  return {
    pid: child.pid ?? -1,
    run: async ({ baseUrl, concurrency, length, expect, requestsOf }) => {
      const { hostname: host, port } = new URL(baseUrl);
      const workers = Array.from({ length: concurrency }, (_, worker) => requestsOf(worker).map(bytesOf));
      const order: LoadOrder = { host, port: Number(port), length, expect, workers };
      child.send(order);
      const [answer] = (await once(child, 'message')) as [LoadResult | { readonly problem: string }];
      if ('problem' in answer) throw new Error(answer.problem);
      return answer;
    },
    stop: async () => void (await endChild(child, 'SIGTERM')),
  };
};
