import { expect } from 'chai';
import type { ICredentialType, INode, INodeType } from 'n8n-workflow';
import { renderOutcomes } from '../../application/renders/render-outcomes.js';
import type { RenderId } from '../../domain/ids.js';
import { deliveryHeaders } from '../../workers/webhook/signature.js';
import { isShownAsOver, provenance, renderOutput } from '../support/renders/ended-renders.js';
import { type Api, apiClient } from '../support/service/http-client.js';
import { contextOf, loadNodes } from '../support/api/n8n-nodes.js';
import { rightOf } from '../support/right-of.js';
import { sharedService } from '../support/service/service.js';
import { forSuite } from '../support/for-suite.js';

const TEMPLATE = {
  metadata: { name: 'Greeting', duration: 1000 },
  clips: [
    {
      type: 'text',
      timeFrame: { end: 1000 },
      textProperties: { content: 'Hello {{name}}', fontSize: 40, color: '#FFFFFF' },
    },
  ],
};

describe('The n8n nodes', () => {
  const service = forSuite(sharedService);
  let api: Api;
  let apiKey: string;
  let render: INodeType;
  let trigger: INodeType;
  let credential: ICredentialType;
  let owners = 0;

  before(async () => {
    ({ render, trigger, credential } = await loadNodes());
  });
  beforeEach(async () => {
    apiKey = await service.issueKey(`n8n-${(owners += 1)}`);
    api = apiClient(service.baseUrl, apiKey);
  });

  const installed = (type: INodeType) => ({ type, credential, baseUrl: service.baseUrl, apiKey });

  const execute = async (
    given: INode['parameters'],
    beforeRequest?: () => Promise<void>,
    binary?: Buffer,
    // oxlint-disable-next-line typescript/no-explicit-any -- outputs of every shape
  ): Promise<any> => {
    const context = contextOf(installed(render), given, beforeRequest, binary);
    const outputs = await render.execute?.call(context as never);
    if (!Array.isArray(outputs)) throw new Error('the node has no output');
    return outputs[0]?.[0]?.json;
  };

  const storedTemplate = async (): Promise<string> =>
    (await api('POST', '/v1/videos', { body: TEMPLATE })).body.data._id as string;

  /** Completes or fails the pending renders, as a worker would. */
  const work = async (outcome: 'complete' | 'fail'): Promise<void> => {
    const { body } = await api('GET', '/v1/renders/search?status=pending');
    for (const { _id } of body.data as ReadonlyArray<{ readonly _id: RenderId }>) {
      const outcomes = renderOutcomes(service.dependencies, 'a-worker');
      rightOf(await outcomes.start(_id)());
      rightOf(
        outcome === 'complete'
          ? await outcomes.complete(_id, 1, renderOutput(_id), provenance)()
          : await outcomes.fail(_id, 1, {
              stage: 'encode',
              message: 'the encoder failed',
              retryable: false,
            })(),
      );
      await isShownAsOver(api, _id);
    }
  };

  it('upload binary data, and name it as a source', async () => {
    const asset = await execute({ operation: 'upload' }, undefined, Buffer.from('<svg xmlns="a"/>'));
    expect(asset).to.include({ name: 'logo.svg', source: `asset:${asset._id}` });
    const content = await api('GET', '/v1/assets?name=logo');
    expect(content.body.data).to.have.length(1);
    const refused = await execute({ operation: 'upload' }, undefined, Buffer.from('PK\x03\x04')).catch(
      String,
    );
    expect(refused).to.include('logo.svg is refused: it is a ZIP archive');
  });

  it('fill a template, render it and wait for the output', async () => {
    const given = {
      operation: 'render',
      videoId: await storedTemplate(),
      values: { value: [{ name: 'name', value: 'Ada' }] },
    };
    const done = await execute(given, () => work('complete'));
    expect(done).to.include({ status: 'completed' });
    expect(done.outputUrl).to.match(/\.mp4$/);
    expect(done.videoData.clips[0].textProperties.content).to.equal('Hello Ada');
    const again = await execute({ operation: 'get', renderId: done._id });
    expect(again._id).to.equal(done._id);
    expect((await execute({ operation: 'wait', renderId: done._id })).status).to.equal('completed');
  });

  it('do not wait if told not to, accept values as JSON, and give up at the timeout', async () => {
    const given = { operation: 'render', videoId: await storedTemplate(), valuesJson: '{"name":"Bob"}' };
    const pending = await execute({ ...given, wait: false });
    expect(pending).to.include({ status: 'pending' });
    const waiting = execute({ operation: 'wait', renderId: pending._id, timeoutSeconds: 0 });
    expect(String(await waiting.catch((error: unknown) => error))).to.contain('still pending after 0 s');
  });

  it('fail with the message of the service', async () => {
    const videoId = await storedTemplate();
    const failed = (work_: Promise<unknown>) => work_.catch((error: unknown) => error);
    const missing = await failed(execute({ operation: 'render', videoId, wait: false }));
    expect(missing).to.have.property('httpCode', '400');
    expect(JSON.stringify(missing)).to.contain('name');
    const given = { operation: 'render', videoId, valuesJson: '{"name":"Eve"}' };
    expect(String(await failed(execute(given, () => work('fail'))))).to.contain('failed');
    expect(String(await failed(execute({ ...given, valuesJson: '{' })))).to.contain('is not valid JSON');
  });

  it('start workflows with genuine webhooks only, while they are active', async () => {
    const context = contextOf(installed(trigger), { events: ['render.completed', 'render.failed'] });
    const { checkExists, create, delete: remove } = trigger.webhookMethods?.['default'] ?? {};
    expect(await checkExists?.call(context as never)).to.equal(false);
    expect(await create?.call(context as never)).to.equal(true);
    const [endpoint] = (await api('GET', '/v1/webhooks')).body.data;
    expect(endpoint).to.deep.include({
      url: 'https://n8n.example.org/webhook/1/webhook',
      events: ['render.completed', 'render.failed'],
    });
    await api('POST', `/v1/webhooks/${endpoint._id}/pause`);
    expect(await checkExists?.call(context as never)).to.equal(true);
    expect((await api('GET', `/v1/webhooks/${endpoint._id}`)).body.data.status).to.equal('active');

    const secret = context.getWorkflowStaticData()['signingSecret'] as string;
    const body = JSON.stringify({ event: 'render.completed', data: { _id: 'a render' } });
    const received = async (secretOfSender: string) => {
      const statuses: number[] = [];
      const response = {
        status: (status: number) => (statuses.push(status), response),
        send: () => response,
        end: () => response,
      };
      const result = await trigger.webhook?.call({
        ...context,
        getHeaderData: () =>
          deliveryHeaders({
            messageId: 'a-message',
            idempotencyKey: 'a-render:render.completed',
            body: Buffer.from(body),
            secrets: { xSignature: secretOfSender, standard: [secretOfSender] },
            at: new Date(),
          }),
        getRequestObject: () => ({ rawBody: Buffer.from(body) }),
        getResponseObject: () => response,
      } as never);
      return { result, statuses };
    };
    expect((await received(secret)).result?.workflowData).to.deep.equal([
      [{ json: JSON.parse(body) as object }],
    ]);
    const forged = await received(`whsec_${Buffer.alloc(24, 9).toString('base64')}`);
    expect([forged.statuses, forged.result]).to.deep.equal([[401], { noWebhookResponse: true }]);

    const silent = { ...context, getCredentials: async () => ({ baseUrl: 'http://127.0.0.1:1', apiKey }) };
    expect(String(await checkExists?.call(silent as never).catch((error: unknown) => error))).to.contain(
      'NodeApiError: fetch failed',
    );
    expect(await remove?.call(silent as never)).to.equal(false);
    expect(await remove?.call(context as never)).to.equal(true);
    expect((await api('GET', '/v1/webhooks')).body.data).to.deep.equal([]);
    expect(await checkExists?.call(context as never)).to.equal(false);

    expect(await create?.call(context as never)).to.equal(true);
    await api('DELETE', `/v1/webhooks/${String(context.getWorkflowStaticData()['webhookId'])}`);
    expect(await checkExists?.call(context as never)).to.equal(false);
    expect(await remove?.call(context as never), 'of a webhook that was deleted already').to.equal(true);
  });
});
