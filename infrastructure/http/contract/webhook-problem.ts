import type { WebhookEndpointRefusal } from '../../../domain/webhook-endpoint/refusals.js';
import type { ProblemResponse } from './problem-response.js';

/** Maps the problems of webhooks to the response the client gets. */
export const webhookProblemResponse = (problem: WebhookEndpointRefusal): ProblemResponse => {
  switch (problem._tag) {
    case 'WebhookRequestIsInvalid':
      return { status: 400, message: problem.problems };
    case 'WebhookEndpointBelongsToAnotherOwner':
      return { status: 403, message: ['not permitted: the webhook belongs to another owner'] };
    case 'WebhookEndpointDoesNotExist':
      return { status: 404, message: ['webhook not found'] };
    case 'WebhookDeliveryDoesNotExist':
      return { status: 404, message: ['delivery not found'] };
    case 'WebhookDeliveryIsUnderWay':
      return { status: 409, message: ['the delivery is being sent or was cancelled'] };
    case 'WebhookEndpointIsDisabled':
      return { status: 409, message: ['the webhook is disabled; resume it instead'] };
    case 'WebhookEndpointAlreadyExists':
      return { status: 409, message: ['the resource already exists'] };
  }
};
