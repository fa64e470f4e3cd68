import { createRequire } from 'node:module';
import { expect } from 'chai';
import { ENDLESS } from '../../infrastructure/http/contract/code-samples/sample-request.js';
import { description } from '../support/api/api-description.js';
import { startMedia } from '../support/renders/made-media.js';
import { type SharedStandalone, sharedStandalone } from '../support/service/shared-standalone.js';
import { itIfLong } from '../support/long-form.js';
import { lavfi } from '../support/renders/lavfi.js';
import { forSuite } from '../support/for-suite.js';

interface Collection {
  readonly variable: ReadonlyArray<{ readonly key: string; readonly value: string }>;
  readonly item: ReadonlyArray<{
    readonly name: string;
    readonly item: ReadonlyArray<{ readonly name: string }>;
  }>;
}

/** What the test uses of newman, the runner of Postman. */
interface Newman {
  readonly run: (
    options: { readonly collection: object; readonly timeoutRequest: number },
    done: (
      error: Error | null,
      summary: {
        readonly run: {
          readonly failures: ReadonlyArray<{
            readonly error: Error;
            readonly source?: { readonly name: string };
          }>;
          readonly executions: ReadonlyArray<{
            readonly item: { readonly name: string };
            readonly assertions?: ReadonlyArray<object>;
            readonly response?: { readonly code: number };
          }>;
        };
      },
    ) => void,
  ) => void;
}
type Run = Parameters<Parameters<Newman['run']>[1]>[1]['run'];
const require = createRequire(import.meta.url);
const newman = require('newman') as Newman;

const runCollection = (collection: Collection): Promise<Run> =>
  new Promise((resolve, reject) =>
    newman.run({ collection, timeoutRequest: 60_000 }, (error, summary) =>
      error ? reject(error) : resolve(summary.run),
    ),
  );

describe('The collection for Postman and Bruno', () => {
  let running: SharedStandalone;
  const media = forSuite(startMedia, ({ stop }) => stop());

  before(async () => {
    running = await sharedStandalone();
  });

  /** Runs all requests, or those with one name, as a reader does who has set the variables. */
  const run = async (owner: string, mediaUrl: string, only?: string): Promise<Run> => {
    const response = await fetch(`${running.baseUrl}/docs/postman-collection.json`);
    const collection = (await response.json()) as Collection;
    const values: Readonly<Record<string, string>> = { apiKey: await running.issueKey(owner), mediaUrl };
    const variable = collection.variable.map((one) => ({ ...one, value: values[one.key] ?? one.value }));
    const item = collection.item.map((folder) => ({
      ...folder,
      item: folder.item.filter(({ name }) => only === undefined || name === only),
    }));
    const executed = await runCollection({ ...collection, variable, item });
    expect(executed.failures.map(({ source, error }) => `${source?.name}: ${error.message}`)).to.deep.equal(
      [],
    );
    return executed;
  };

  itIfLong(
    'runs from top to bottom: every request is checked, and shows a success or its error',
    async () => {
      await media.made('video.mp4', ...lavfi('color=red:size=32x18:duration=1'), '-pix_fmt', 'yuv420p');
      const { executions } = await run('postman', media.server.url('/video.mp4'));
      const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
      const ending = operations.filter(({ operationId }) => operationId !== ENDLESS);
      expect(new Set(executions.map(({ item }) => item.name)).size).to.equal(ending.length);
      const errors = executions.filter(({ response }) => (response?.code ?? 500) >= 400);
      // The video has no source, and what ended before it was cancelled says so.
      for (const { item } of errors)
        expect(item.name).to.match(/^Cancel|^Read a source of a video$|^Get the waveform/);
      for (const { item, assertions = [] } of executions) expect(assertions, item.name).to.not.be.empty;
    },
  );

  it('shows why media of the reader cannot be fetched', async () => {
    const name = 'Find out what a source is';
    const { executions } = await run('postman-without-media', 'http://127.0.0.1:1/video.mp4', name);
    expect(executions.map(({ response }) => response?.code)).to.deep.equal([422]);
  });
});
