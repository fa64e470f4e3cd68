import { on, type Projection } from './change.js';

/** Adds the outcome of a render to the owner's feed and queues its deliveries to the owner's webhook endpoints. */
export const webhookDeliveries: Projection = {
  name: 'webhook-deliveries',
  tables: [],
  project: on({
    RenderCompleted: ({ renderId, at }, { id, revision }) => [
      { _tag: 'EnqueueDeliveries', messageId: id, event: 'render.completed', renderId, revision, at },
    ],
    RenderFailed: ({ renderId, at }, { id, revision }) => [
      { _tag: 'EnqueueDeliveries', messageId: id, event: 'render.failed', renderId, revision, at },
    ],
  }),
};
