import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId, RenderId, VideoId, WebhookEndpointId } from '../../domain/ids.js';
import type { Clock } from '../ports/clock.js';
import type { Ids } from '../ports/ids.js';
import type { RenderRow } from '../ports/queries.js';
import type { DeliveryRow, WebhookDeliveries } from '../ports/webhook-deliveries.js';
import type { EndpointTask, OwnedEndpoint } from './webhook-endpoints.js';
import { webhookBody } from '../records/webhook-body.js';

export interface DeliveryDependencies {
  readonly webhookDeliveries: WebhookDeliveries;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly publicBaseUrl: string;
}

export const deliveryOf =
  ({ webhookDeliveries }: Pick<DeliveryDependencies, 'webhookDeliveries'>) =>
  (endpointId: WebhookEndpointId, deliveryId: string): EndpointTask<DeliveryRow> =>
    pipe(
      webhookDeliveries.byId(endpointId, deliveryId),
      TE.flatMap(
        O.match(
          (): EndpointTask<DeliveryRow> => TE.left({ _tag: 'WebhookDeliveryDoesNotExist', deliveryId }),
          (found) => TE.right(found),
        ),
      ),
    );

/** Sends a delivery again, with the same id and body and a new schedule. A waiting delivery is sent immediately. */
export const redeliver =
  (dependencies: Pick<DeliveryDependencies, 'webhookDeliveries'>) =>
  (endpointId: WebhookEndpointId, deliveryId: string): EndpointTask<DeliveryRow> =>
    pipe(
      deliveryOf(dependencies)(endpointId, deliveryId),
      TE.flatMap(() => dependencies.webhookDeliveries.redeliver(endpointId, deliveryId)),
      TE.flatMap((changed): EndpointTask<void> =>
        changed === 0 ? TE.left({ _tag: 'WebhookDeliveryIsUnderWay', deliveryId }) : TE.right(undefined),
      ),
      TE.flatMap(() => deliveryOf(dependencies)(endpointId, deliveryId)),
    );

/** An example render for the body of a test event. */
const exampleRender = (renderId: RenderId, videoId: VideoId, ownerId: OwnerId, at: string): RenderRow => ({
  renderId,
  ownerId,
  status: 'completed',
  attempt: 1,
  progress: 1,
  video: {
    videoId,
    version: 1,
    composition: {
      version: '1.0.0',
      metadata: {
        name: 'Test of a webhook',
        backgroundColor: '#000000',
        duration: 1000,
        fps: 30,
        canvas: { width: 1920, height: 1080 },
      },
      clips: [],
      renderOptionsInUI: [],
    },
    createdAt: at,
    updatedAt: at,
  },
  output: {
    key: `${renderId}.mp4`,
    bytes: 0,
    sha256: '',
    width: 1920,
    height: 1080,
    frames: 30,
    durationMs: 1000,
  },
  createdAt: at,
  updatedAt: at,
});

/**
 * Sends a `webhook.test` event to an endpoint: the body of an example render, signed and retried like any other. It
 * does not appear in the feed.
 */
export const sendTestEvent =
  ({ webhookDeliveries, ids, clock, publicBaseUrl }: DeliveryDependencies) =>
  ({ endpointId, ownerId }: OwnedEndpoint): EndpointTask<DeliveryRow> => {
    const at = clock.now();
    const renderId = ids.uuid() as RenderId;
    const render = exampleRender(renderId, ids.uuid() as VideoId, ownerId, at.toISOString());
    const body = webhookBody('webhook.test', render, publicBaseUrl);
    const deliveryId = ids.uuid();
    const messageId = ids.uuid();
    return pipe(
      webhookDeliveries.enqueueTest({ messageId, deliveryId, ownerId, endpointId, renderId, body, at }),
      TE.flatMap(() => deliveryOf({ webhookDeliveries })(endpointId, deliveryId)),
    );
  };
