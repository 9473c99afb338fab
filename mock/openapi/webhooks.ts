import { eventTypes, type KnownEventType } from '../../src/contract/event.ts';
import { eventModelName, modelDocs, schemaUri } from './models.ts';
import type { OpenApiDocument, OpenApiOperation } from './openapi.ts';
import { jsonContent, reference } from './shared.ts';

/** The requests that the service sends to a registered webhook, one entry per event type. */
export function describeWebhooks(): OpenApiDocument['webhooks'] {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: delivery(type) }]));
}

function delivery(type: KnownEventType): OpenApiOperation {
  const model = eventModelName(type);
  return {
    operationId: `on${model}`,
    summary: modelDocs[model]?.description ?? type,
    tags: ['webhooks'],
    // A delivery has a signature and no API key.
    security: [],
    parameters: [reference('parameters', 'Signature'), reference('parameters', 'Timestamp')],
    requestBody: { required: true, content: jsonContent({ $ref: schemaUri(model) }) },
    responses: {
      200: { description: 'The event was accepted.' },
      401: { description: 'The signature is not valid.' },
    },
  };
}
