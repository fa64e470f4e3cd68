import { expect } from 'chai';
import { minimalVideo } from '../../support/service/http-client.js';
import { sharedService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

describe('HTTP API: templates', () => {
  const service = forSuite(sharedService);

  /** Calls the API without comparing responses to its description, which describes videos without placeholders. */
  const caller = async (name: string) => {
    const key = await service.issueKey(name);
    return async (method: string, path: string, { body }: { readonly body?: unknown } = {}) => {
      const response = await fetch(`${service.baseUrl}${path}`, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
      return { status: response.status, body: (await response.json()) as any };
    };
  };

  const clip = {
    type: 'text',
    id: 'greeting',
    timeFrame: { start: 0, end: '{{length}}' },
    textProperties: { content: 'Hello {{name}}', color: '{{color|#FFFFFF}}' },
  };
  const body = {
    ...minimalVideo,
    clips: [clip],
    variables: { length: { type: 'number', default: 1000, description: 'How long, ms' } },
  };

  it('stores a template, lists its variables, and renders what it is filled with', async () => {
    const api = await caller('templates');
    const created = await api('POST', '/v1/videos', { body });
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    const { _id } = created.body.data;
    expect(created.body.data.clips[0].timeFrame.end).to.equal('{{length}}');
    expect(created.body.data.variables).to.deep.equal(body.variables);

    const variables = await api('GET', `/v1/videos/${_id}/variables`);
    expect(variables.body.data).to.deep.equal([
      { name: 'length', type: 'number', required: false, default: 1000, description: 'How long, ms' },
      { name: 'name', type: 'any', required: true },
      { name: 'color', type: 'any', required: false, default: '#FFFFFF' },
    ]);

    const refused = await api('POST', `/v1/renders/${_id}`, {
      body: { merge: { nmae: 'x', length: 'long' } },
    });
    expect(refused.status).to.equal(400);
    expect(refused.body.message).to.deep.equal([
      'merge.nmae is not a variable of the video, which has length, name, color',
      'merge.length must be of type number',
      'merge.name is required',
    ]);

    const merge = { name: 'you', length: 500 };
    const accepted = await api('POST', `/v1/renders/${_id}`, { body: { merge } });
    expect(accepted.status, JSON.stringify(accepted.body)).to.equal(201);
    const [rendered] = accepted.body.data.videoData.clips;
    expect(rendered.timeFrame.end).to.equal(500);
    expect(rendered.textProperties).to.include({ content: 'Hello you', color: '#FFFFFF' });
    const stored = await api('GET', `/v1/renders/${accepted.body.data._id}`);
    expect(stored.body.data.videoData.clips).to.deep.equal(accepted.body.data.videoData.clips);
    expect(stored.body.data.videoData).to.not.have.property('variables');

    const patched = await api('PATCH', `/v1/videos/${_id}`, {
      body: { metadata: { fps: '{{fps}}' }, variables: null },
    });
    expect(patched.status, JSON.stringify(patched.body)).to.equal(200);
    expect(patched.body.data.metadata.fps).to.equal('{{fps}}');
    expect(patched.body.data).to.not.have.property('variables');
  });

  it('rejects a placeholder for a number in an inline render', async () => {
    const api = await caller('inline');
    expect((await api('POST', '/v1/renders', { body })).status).to.equal(400);
    const { variables: _, ...plain } = body;
    const clips = [
      { ...clip, timeFrame: { start: 0, end: 10 }, textProperties: { content: 'x' }, when: false },
    ];
    const refused = await api('POST', '/v1/renders', { body: { ...plain, clips } });
    expect(refused.body.message).to.deep.equal(['clips[0].when must only be set in a stored video']);
  });
});
