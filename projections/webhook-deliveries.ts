import { on, type Projection } from './change.js';

/** Puts what became of a render into the owner's feed and on its way to the owner's webhook endpoints. */
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
