import { createRequire } from 'node:module';
import { expect } from 'chai';
import { CAPTION } from '../support/api/code-samples.js';
import { apiClient } from '../support/service/http-client.js';
import { previewsHere, type TestPreviews } from '../support/renders/previews.js';
import { type Service, startService } from '../support/service/service.js';

/** A request of a Postman collection, as far as the test reads it. */
interface Item {
  readonly name: string;
  readonly request: { readonly method: string; readonly url: { readonly raw: string } };
}

interface Collection {
  readonly variable: ReadonlyArray<{ readonly key: string; readonly value: string }>;
  readonly item: ReadonlyArray<{ readonly name: string; readonly item: ReadonlyArray<Item> }>;
}

/** What the test uses of newman, the runner of Postman. */
interface Newman {
  readonly run: (
    options: { readonly collection: object; readonly timeoutRequest: number },
    done: (
      error: Error | null,
      summary: {
        readonly run: {
          readonly failures: ReadonlyArray<{ readonly error: Error }>;
          readonly executions: ReadonlyArray<{
            readonly item: { readonly name: string };
            readonly response?: { readonly code: number; readonly text: () => string };
          }>;
        };
      },
    ) => void,
  ) => void;
}
const require = createRequire(import.meta.url);
const newman = require('newman') as Newman;

/** The body of the captions' request needs a video that has some; the example's source can't be fetched here. */
const STORE_CAPTIONS = {
  name: 'Store captions',
  request: {
    method: 'PATCH',
    header: [{ key: 'content-type', value: 'application/json' }],
    url: {
      raw: '{{baseUrl}}/v1/videos/{{videoId}}',
      host: ['{{baseUrl}}'],
      path: ['v1', 'videos', '{{videoId}}'],
    },
    body: { mode: 'raw', raw: JSON.stringify({ clips: [CAPTION] }) },
  },
};

describe('The collection for Postman and Bruno', function () {
  this.timeout(120_000);
  let worker: TestPreviews;
  let service: Service;

  before(async () => {
    worker = await previewsHere();
    service = await startService({ previews: worker.previews });
    service.log.start();
  });
  after(async () => {
    await service.stop();
    await worker.close();
  });

  it('has requests that work when Postman runs them', async () => {
    const key = await service.issueKey('samples-postman');
    const api = apiClient(service.baseUrl, key);
    const response = await fetch(`${service.baseUrl}/docs/postman-collection.json`);
    const collection = (await response.json()) as Collection;
    // Sources of the example are on the internet, and no worker renders here.
    const folders = new Map(
      collection.item.map(({ name, item }) => [
        name,
        item.filter((one) => !/source|playback/i.test(`${one.name} ${one.request.url.raw}`)),
      ]),
    );
    const from = (folder: string, wanted: (name: string) => boolean): ReadonlyArray<Item> =>
      (folders.get(folder) ?? []).filter(({ name }) => wanted(name));
    const renders = from('Renders', (name) => !name.includes('eplay'));
    const isStream = ({ request }: Item): boolean => request.url.raw.endsWith('/events');
    const item = [
      ...from('Webhooks', (name) => !/^Delete|Send a delivery again|Get a delivery/.test(name)),
      ...from('Videos', (name) => !/editor link|caption/.test(name)),
      STORE_CAPTIONS,
      ...from('Videos', (name) => /caption/.test(name)),
      ...['History', 'Frames', 'Fonts'].flatMap((folder) =>
        from(folder, (name) => !/^(Restore|Get a frame of) a version/.test(name)),
      ),
      // The stream of events ends with the render, which is cancelled then.
      ...renders.filter((one) => !isStream(one)),
      ...renders.filter(isStream),
    ];
    const values: Readonly<Record<string, string>> = {
      baseUrl: service.baseUrl,
      apiKey: key,
      clipId: CAPTION.id,
    };
    const variable = collection.variable.map((one) => ({ ...one, value: values[one.key] ?? one.value }));
    const { executions, failures } = await new Promise<Parameters<Parameters<Newman['run']>[1]>[1]['run']>(
      (resolve, reject) =>
        newman.run(
          { collection: { ...collection, variable, item }, timeoutRequest: 60_000 },
          (error, summary) => (error ? reject(error) : resolve(summary.run)),
        ),
    );
    expect(failures.map(({ error }) => error.message)).to.deep.equal([]);
    expect(executions).to.have.length(item.length);
    for (const { item: one, response: reply } of executions)
      expect(reply?.code, `${one.name}: ${reply?.text().slice(0, 500)}`).to.be.within(200, 204);
    const cancelled = (await api('GET', '/v1/renders/search?status=cancelled')).body.data;
    expect(cancelled.length, 'renders that were created and cancelled').to.be.at.least(1);
  });
});
