import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { renderOutcomes } from '../../application/renders/render-outcomes.js';
import type { RenderId } from '../../domain/ids.js';
import { provenance, renderOutput } from '../support/renders/ended-renders.js';
import { apiClient } from '../support/service/http-client.js';
import { PUBLIC_BASE_URL } from '../support/service/public-base-url.js';
import { rightOf } from '../support/right-of.js';
import { sharedService } from '../support/service/service.js';
import { commandLine } from './command-line.js';

export const PROJECT = {
  metadata: { name: 'From a file', duration: 1000 },
  clips: [
    {
      type: 'text',
      timeFrame: { end: 1000 },
      textProperties: { content: 'Hello', fontSize: 40, color: '#FFFFFF' },
    },
  ],
};

/** The output of every render. */
export const FILE = Buffer.from('not really a video');

let owners = 0;

/** The command line of an owner that nothing else uses, with files in its folder and a worker for its renders. */
export const commandLineUser = async () => {
  const service = await sharedService();
  const key = await service.issueKey(`command-line-${(owners += 1)}`);
  const api = apiClient(service.baseUrl, key);
  const cli = await commandLine(service.baseUrl, key);
  const { path } = cli;

  const worked = new Set<string>();
  /** Completes the pending renders as a worker would, with a stored file. */
  const work = async (): Promise<void> => {
    const { body } = await api('GET', '/v1/renders/search?status=pending');
    for (const { _id } of body.data as ReadonlyArray<{ readonly _id: RenderId }>) {
      if (worked.has(_id)) continue; // the list may be older than the outcome
      worked.add(_id);
      const output = renderOutput(_id);
      await writeFile(path(_id), FILE);
      rightOf(await service.objectStorage.put(output.key, path(_id))());
      const outcomes = renderOutcomes(service.dependencies, 'a-worker');
      rightOf(await outcomes.start(_id)());
      const sha256 = createHash('sha256').update(FILE).digest('hex');
      rightOf(await outcomes.complete(_id, 1, { ...output, bytes: FILE.length, sha256 }, provenance)());
    }
  };

  /** Fetches outputs, whose URLs have the service's public address, from the address of the test. */
  const fetchOutput: typeof fetch = (url, init) =>
    fetch((url as string).replace(PUBLIC_BASE_URL, service.baseUrl), init);

  return {
    ...cli,
    service,
    key,
    api,
    read: async (name = 'project.json') =>
      JSON.parse(await readFile(path(name), 'utf8')) as typeof PROJECT & { readonly $schema: string },
    /** Works while a command runs. */
    whileWorking: async <Result>(running: Promise<Result>): Promise<Result> => {
      const over = new AbortController();
      const ran = running.finally(() => over.abort());
      while (!over.signal.aborted) await work();
      return ran;
    },
    fetchOutput,
  };
};
