import { expect } from 'chai';
import { ApiError, RenderNotCompleted } from '../../clients/typescript/core/client.js';
import { renderOutcomes } from '../../application/renders/render-outcomes.js';
import type { RenderId } from '../../domain/ids.js';
import { endRender, provenance, renderOutput } from '../support/renders/ended-renders.js';
import { eventually } from '../support/eventually.js';
import { apiClient } from '../support/service/http-client.js';
import { rightOf } from '../support/right-of.js';
import { rejection } from '../support/rejection.js';
import { allOf, type ClientUser, clientUser, projectNamed } from './client-user.js';

describe('The TypeScript client', () => {
  let service: ClientUser['service'];
  let apiKey: ClientUser['apiKey'];
  let client: ClientUser['client'];
  let connected: ClientUser['connected'];
  beforeEach(async () => {
    ({ service, apiKey, client, connected } = await clientUser());
  });

  it('stores, changes and lists videos', async () => {
    const created = await client.videos.create(projectNamed('first'));
    const changed = await client.videos.update(created._id, { metadata: { fps: 60 } });
    expect(changed.metadata).to.include({ name: 'first', fps: 60 });
    expect(await client.videos.get(created._id)).to.deep.equal(changed);
  });

  it('refuses to overwrite a change that it has not seen', async () => {
    const { _id } = await client.videos.create(projectNamed('contested'));
    const { etag } = await client.videos.getVersioned(_id);
    await client.videos.update(_id, { metadata: { fps: 24 } }, { ifMatch: etag });
    const error = await rejection(client.videos.update(_id, { metadata: { fps: 60 } }, { ifMatch: etag }));
    expect(error).to.be.instanceOf(ApiError).with.property('status', 412);
  });

  it('reports every problem of a request, and its id', async () => {
    const error = await rejection(client.videos.create({ metadata: { name: '', duration: 0 }, clips: [] }));
    expect(error).to.be.instanceOf(ApiError);
    const { status, problems, requestId } = error as ApiError;
    expect(status).to.equal(400);
    expect(problems.map((line) => line.split(' ')[0])).to.deep.equal(['metadata.name', 'metadata.duration']);
    expect(requestId).to.match(/^[\w-]{36}$/);
  });

  it('iterates over all items of all pages', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await client.videos.create(projectNamed(name));
    const listed = await allOf(client.videos.list({ limit: 2 }));
    expect(listed.map(({ metadata }) => metadata.name)).to.deep.equal(names.toReversed());
    const sizes = (await allOf(client.videos.pages({ limit: 2 }))).map(({ data, pagination }) => [
      data.length,
      pagination.total,
    ]);
    expect(sizes).to.deep.equal([
      [2, 5],
      [2, 5],
      [1, 5],
    ]);
  });

  it('follows a render through the events of the service, and reconnects if they break off', async () => {
    const { _id } = await client.renders.createFrom(projectNamed('followed'));
    const id = _id as RenderId;
    const outcomes = renderOutcomes(service.dependencies, 'a-worker');
    const asked: Array<string | null> = [];
    const breaking = async (request: Request): Promise<Response> => {
      const response = await fetch(request);
      if (!request.url.endsWith('/events')) return response;
      asked.push(request.headers.get('last-event-id'));
      if (asked.length > 1 || !response.body) return response;
      const reader = response.body.getReader();
      const chunks = [await reader.read(), await reader.read()];
      await reader.cancel();
      return new Response(Buffer.concat(chunks.map(({ value }) => value ?? Buffer.alloc(0))), response);
    };
    const states: Array<string> = [];
    const done = await connected(breaking, async () => undefined).renders.wait(id, {
      onProgress: ({ status }) => {
        states.push(status);
        if (status === 'pending') void outcomes.start(id)();
        if (status === 'processing') void outcomes.complete(id, 1, renderOutput(id), provenance)();
      },
    });
    expect(done.outputUrl).to.match(/\.mp4$/);
    expect(states).to.deep.equal(['pending', 'processing', 'completed']);
    expect(asked).to.deep.equal([null, '0.0']);
  });

  it('polls a render if the service sends no events', async () => {
    const { _id: videoId } = await client.videos.create(projectNamed('rendered'));
    const requested = await client.renders.create(videoId);
    const id = requested._id as RenderId;
    const outcomes = renderOutcomes(service.dependencies, 'a-worker');
    const isShown = (status: string) =>
      eventually(async () => void expect((await client.renders.get(id)).status).to.equal(status));
    const steps = [
      async () => {
        rightOf(await outcomes.start(id)());
        await isShown('processing');
      },
      async () => {
        rightOf(await outcomes.complete(id, 1, renderOutput(id), provenance)());
        await isShown('completed');
      },
    ];
    const withoutEvents = (request: Request): Promise<Response> =>
      request.url.endsWith('/events') ? Promise.resolve(new Response('', { status: 404 })) : fetch(request);
    const stepping = connected(withoutEvents, async () => steps.shift()?.());
    const states: Array<string> = [];
    const done = await stepping.renders.wait(id, { onProgress: ({ status }) => states.push(status) });
    expect(done.outputUrl).to.match(/\.mp4$/);
    expect(states).to.deep.equal(['pending', 'processing', 'completed']);
  });

  it('reports a failed render with its cause, and a cancelled one', async () => {
    const failed = await endRender(service, apiClient(service.baseUrl, apiKey), 'failed');
    const error = await rejection(client.renders.wait(failed));
    expect(error).to.be.instanceOf(RenderNotCompleted);
    expect((error as RenderNotCompleted).message).to.contain('the encoder failed');
    const cancelled = await client.renders.createFrom(projectNamed('cancelled'));
    await client.renders.cancel(cancelled._id);
    expect(await rejection(client.renders.wait(cancelled._id))).to.be.instanceOf(RenderNotCompleted);
  });

  it('stops waiting when it is told to', async () => {
    const { _id } = await client.renders.createFrom(projectNamed('abandoned'));
    const reason = new Error('enough');
    const stop = new AbortController();
    const waiting = client.renders.wait(_id, { signal: stop.signal, onProgress: () => stop.abort(reason) });
    expect(await rejection(waiting)).to.equal(reason);
  });

  it('follows the feed of events from any place', async () => {
    const api = apiClient(service.baseUrl, apiKey);
    expect(await client.events.lastNumber()).to.equal(0);
    const ids = [await endRender(service, api), await endRender(service, api, 'failed')];
    const listed = await allOf(client.events.list());
    expect(listed.map(({ data }) => data['_id'])).to.deep.equal(ids);
    expect(await client.events.lastNumber()).to.equal(2);

    const followed: Array<number> = [];
    const later = connected(fetch, async () => void (await endRender(service, api)));
    for await (const { number } of later.events.follow({ after: 1 })) if (followed.push(number) === 3) break;
    expect(followed).to.deep.equal([2, 3, 4]);
  });

  it('lists the fonts, and gives access to every other operation', async () => {
    expect((await client.fonts()).map(({ family }) => family)).to.include('Inter');
    const { data } = await client.api.GET('/healthz');
    expect(data).to.have.property('status');
  });
});
