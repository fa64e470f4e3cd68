import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeApiError,
  NodeConnectionTypes,
  NodeOperationError,
  sleep,
} from 'n8n-workflow';
import { request, type ServiceRecord } from '../request';
import { properties } from './properties';

/** How often the state of a render is queried, in ms. */
const INTERVAL_MS = 2000;

/** Waits until a render is completed; fails if it fails, is cancelled or takes longer than the timeout. */
const completed = async (node: IExecuteFunctions, id: string, itemIndex: number): Promise<ServiceRecord> => {
  const timeoutMs = 1000 * (node.getNodeParameter('timeoutSeconds', itemIndex) as number);
  const deadline = Date.now() + timeoutMs;
  const failure = (message: string) => new NodeOperationError(node.getNode(), message, { itemIndex });
  for (;;) {
    const render = await request(node, 'GET', `/v1/renders/${encodeURIComponent(id)}`);
    const { status, error } = render;
    if (status === 'completed') return render;
    if (status === 'failed' || status === 'cancelled')
      throw failure(
        `The render ${status === 'failed' ? 'failed' : 'was cancelled'}${error === undefined ? '' : `: ${error}`}`,
      );
    if (Date.now() >= deadline) throw failure(`The render is still ${status} after ${timeoutMs / 1000} s`);
    await sleep(Math.min(INTERVAL_MS, Math.max(0, deadline - Date.now())));
  }
};

/** The values for the variables of a template: the list and the JSON together. */
const mergeOf = (node: IExecuteFunctions, itemIndex: number): IDataObject => {
  const listed: ReadonlyArray<IDataObject> = node.getNodeParameter(
    'values.value',
    itemIndex,
    [],
  ) as IDataObject[];
  const json = node.getNodeParameter('valuesJson', itemIndex, '{}');
  const named = Object.fromEntries(listed.map(({ name, value }) => [name as string, value]));
  try {
    return {
      ...named,
      ...(typeof json === 'string' ? (JSON.parse(json) as IDataObject) : (json as IDataObject)),
    };
  } catch {
    throw new NodeOperationError(node.getNode(), '"Values as JSON" is not valid JSON', { itemIndex });
  }
};

/** Uploads the binary data of an item. The result has the `source` that names it in clips and values of templates. */
const uploaded = async (node: IExecuteFunctions, itemIndex: number): Promise<ServiceRecord> => {
  const property = node.getNodeParameter('binaryProperty', itemIndex);
  const { fileName = property } = node.helpers.assertBinaryData(itemIndex, property);
  const content = await node.helpers.getBinaryDataBuffer(itemIndex, property);
  const path = `/v1/assets?name=${encodeURIComponent(fileName)}`;
  const asset = await request(node, 'POST', path, content);
  if (asset.status === 'refused')
    throw new NodeOperationError(node.getNode(), `${fileName} is refused: ${asset.reason}`, { itemIndex });
  return { ...asset, source: `asset:${asset._id}` };
};

const run = async (node: IExecuteFunctions, itemIndex: number): Promise<ServiceRecord> => {
  const operation = node.getNodeParameter('operation', itemIndex);
  if (operation === 'upload') return uploaded(node, itemIndex);
  if (operation !== 'render') {
    const id = node.getNodeParameter('renderId', itemIndex) as string;
    if (operation === 'wait') return completed(node, id, itemIndex);
    return request(node, 'GET', `/v1/renders/${encodeURIComponent(id)}`);
  }
  const videoId = node.getNodeParameter('videoId', itemIndex) as string;
  const merge = mergeOf(node, itemIndex);
  const body = Object.keys(merge).length === 0 ? {} : { merge };
  const render = await request(node, 'POST', `/v1/renders/${encodeURIComponent(videoId)}`, body);
  const isAwaited = node.getNodeParameter('wait', itemIndex) as boolean;
  return isAwaited ? completed(node, render._id, itemIndex) : render;
};

/** Fills templates, renders and waits. */
export class Framewright implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Framewright',
    name: 'framewright',
    icon: 'file:../framewright.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Render videos from templates, and upload files for them',
    defaults: { name: 'Framewright' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: 'framewrightApi', required: true }],
    properties,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const outputs: INodeExecutionData[] = [];
    for (const itemIndex of this.getInputData().keys())
      try {
        outputs.push({ json: await run(this, itemIndex), pairedItem: { item: itemIndex } });
      } catch (error) {
        if (!this.continueOnFail()) {
          // Either returns the error that it is given if it is of its own class.
          if (error instanceof NodeApiError)
            throw new NodeApiError(this.getNode(), error as never, { itemIndex });
          throw new NodeOperationError(this.getNode(), error as Error, { itemIndex });
        }
        const message = error instanceof Error ? error.message : String(error);
        outputs.push({ json: { error: message }, pairedItem: { item: itemIndex } });
      }
    return [outputs];
  }
}
