import { on, type Projection } from './change.js';

/** Puts what became of a render on its way to the owner's webhook endpoints. */
export const webhookDeliveries: Projection = {
  name: 'webhook-deliveries',
  tables: [],
  project: on({
    RenderCompleted: ({ renderId, at }) => [
      { _tag: 'EnqueueDeliveries', event: 'render.completed', renderId, at },
    ],
    RenderFailed: ({ renderId, at }) => [{ _tag: 'EnqueueDeliveries', event: 'render.failed', renderId, at }],
  }),
};
