import { minimalVideo } from '../service/http-client.js';

const TEMPLATE = {
  ...minimalVideo,
  clips: [
    {
      type: 'text',
      id: 'greeting',
      timeFrame: { start: 0, end: 1000 },
      textProperties: { content: 'Hello {{name}}', color: '{{color|#FFFFFF}}' },
      when: '{{shown}}',
    },
  ],
  variables: { shown: { type: 'boolean', default: true }, size: { type: 'number', default: 1 } },
};

/** Stores a template that greets `name`, and returns its id. */
export const storeTemplate = async (baseUrl: string, key: string): Promise<string> => {
  const response = await fetch(`${baseUrl}/v1/videos`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(TEMPLATE),
  });
  const created = (await response.json()) as { readonly data: { readonly _id: string } };
  return created.data._id;
};
