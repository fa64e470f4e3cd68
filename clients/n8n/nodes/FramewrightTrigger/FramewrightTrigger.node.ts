import {
  type IDataObject,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { request } from '../request';
import { isGenuine } from './signature';

/** What the trigger keeps while its workflow is active. */
interface Registration {
  webhookId?: string;
  signingSecret?: string;
}

const registrationOf = (node: IHookFunctions | IWebhookFunctions): Registration =>
  node.getWorkflowStaticData('node');

/** Whether the service says that there is no such webhook. */
const isMissing = (error: unknown): boolean => error instanceof NodeApiError && error.httpCode === '404';

/** Starts a workflow when renders end. It registers a webhook while the workflow is active. */
export class FramewrightTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Framewright Trigger',
    name: 'framewrightTrigger',
    icon: 'file:../framewright.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when a render ends',
    defaults: { name: 'Framewright Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'framewrightApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['render.completed'],
        options: [
          { name: 'Render Completed', value: 'render.completed' },
          { name: 'Render Failed', value: 'render.failed' },
        ],
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhookId } = registrationOf(this);
        if (webhookId === undefined) return false;
        try {
          const { url, status } = await request(this, 'GET', `/v1/webhooks/${webhookId}`);
          if (url !== this.getNodeWebhookUrl('default')) return false;
          // The service disables it when n8n has not answered for days.
          if (status !== 'active') await request(this, 'POST', `/v1/webhooks/${webhookId}/resume`);
          return true;
        } catch (error) {
          if (isMissing(error)) return false;
          throw new NodeApiError(this.getNode(), error as JsonObject);
        }
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const webhook = await request(this, 'POST', '/v1/webhooks', {
          url: this.getNodeWebhookUrl('default'),
          events: this.getNodeParameter('events') as string[],
          description: 'n8n',
        });
        Object.assign(registrationOf(this), {
          webhookId: webhook._id,
          signingSecret: webhook.signingSecret,
        });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const stored = registrationOf(this);
        try {
          if (stored.webhookId !== undefined)
            await request(this, 'DELETE', `/v1/webhooks/${stored.webhookId}`);
        } catch (error) {
          // Somebody deleted it already.
          if (!isMissing(error)) {
            this.logger.warn('the webhook could not be deleted', { webhookId: stored.webhookId, error });
            return false;
          }
        }
        delete stored.webhookId;
        delete stored.signingSecret;
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { signingSecret } = registrationOf(this);
    const { rawBody } = this.getRequestObject() as unknown as { readonly rawBody?: Buffer };
    const body = rawBody?.toString('utf8') ?? JSON.stringify(this.getBodyData());
    if (signingSecret === undefined || !isGenuine(this.getHeaderData(), body, signingSecret, Date.now())) {
      this.getResponseObject().status(401).send('the signature is not valid').end();
      return { noWebhookResponse: true };
    }
    return { workflowData: [this.helpers.returnJsonArray(JSON.parse(body) as IDataObject)] };
  }
}
