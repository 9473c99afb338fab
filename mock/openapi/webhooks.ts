import { eventTypes, type KnownEventType } from '../../src/contract/event.ts';
import { eventExamples } from './examples.ts';
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
    description: `Sent as a POST request to every webhook that is registered for \`${type}\`. Verify the signature over the raw body before the event is used.`,
    tags: ['webhooks'],
    // A delivery has a signature and no API key.
    security: [],
    parameters: [reference('parameters', 'Signature'), reference('parameters', 'Timestamp')],
    requestBody: { required: true, content: jsonContent({ $ref: schemaUri(model) }, eventExamples[type]) },
    responses: {
      200: { description: 'The event was accepted.' },
      401: { description: 'The signature is not valid.' },
    },
  };
}
