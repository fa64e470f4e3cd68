import {
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestMethods,
  type JsonObject,
  NodeApiError,
} from 'n8n-workflow';

/** A record of the service, as far as the nodes read it. */
export interface ServiceRecord extends IDataObject {
  readonly _id: string;
  readonly url?: string;
  readonly signingSecret?: string;
  readonly status?: string;
  readonly error?: string;
  readonly reason?: string;
}

/**
 * A request to the service with the credential of the node.
 * @returns the record in the response, or an empty one
 * @throws NodeApiError with the problems that the service names
 */
export const request = async (
  node: IExecuteFunctions | IHookFunctions,
  method: IHttpRequestMethods,
  path: string,
  body?: IDataObject | Buffer,
): Promise<ServiceRecord> => {
  const { baseUrl } = await node.getCredentials<{ readonly baseUrl: string }>('framewrightApi');
  try {
    const response = (await node.helpers.httpRequestWithAuthentication.call(node, 'framewrightApi', {
      method,
      url: `${baseUrl.replace(/\/+$/, '')}${path}`,
      json: !Buffer.isBuffer(body),
      ...(Buffer.isBuffer(body) ? { headers: { 'content-type': 'application/octet-stream' } } : {}),
      ...(body === undefined ? {} : { body }),
    })) as { readonly data: ServiceRecord } | string | undefined;
    const answer =
      typeof response === 'string' ? (JSON.parse(response) as { data: ServiceRecord }) : response;
    return answer?.data ?? { _id: '' };
  } catch (error) {
    throw new NodeApiError(node.getNode(), error as JsonObject);
  }
};
