import { errorCodes } from '../http/errors.ts';
import { schemaUri } from './models.ts';
import type { OpenApiComponents, OpenApiReference, OpenApiResponse } from './openapi.ts';
import { jsonContent } from './paths.ts';

type SharedComponents = Omit<OpenApiComponents, 'schemas'>;

/**
 * Error responses by status: the name in the document, the description, and headers beside `x-request-id`. All statuses
 * except 409 and 429 are assumptions.
 */
export const errorResponses: Readonly<Record<string, readonly [name: string, text: string, ...headers: string[]]>> = {
  400: ['InvalidRequest', coded('invalid_request')],
  401: ['Unauthorized', coded('unauthorized')],
  404: ['NotFound', coded('not_found')],
  408: ['RequestTimeout', 'The server did not receive the whole request in time.'],
  409: ['IdempotencyConflict', coded('idempotency_conflict')],
  413: ['PayloadTooLarge', coded('payload_too_large')],
  415: ['UnsupportedMediaType', coded('unsupported_media_type')],
  429: ['RateLimited', coded('rate_limited'), 'Retry-After'],
  500: ['InternalError', coded('internal_error')],
  502: ['BadGateway', 'A gateway received no valid response from the service.'],
  503: ['ServiceUnavailable', 'The service is temporarily unavailable.', 'Retry-After'],
  504: ['GatewayTimeout', 'A gateway received no response from the service in time.'],
  default: ['OtherError', 'Any other error.', 'Retry-After'],
};

function coded(code: keyof typeof errorCodes): string {
  return `\`${code}\`: ${errorCodes[code]}`;
}

export function sharedComponents(): SharedComponents {
  const problems = Object.values(errorResponses);
  return {
    responses: Object.fromEntries(problems.map(([name, text, ...headers]) => [name, problem(text, headers)])),
    parameters: {
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description:
          'A request with the same key and the same input gets the first response again; with different input, it gets a 409.',
        schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]+$', minLength: 8, maxLength: 200 },
      },
      Signature: {
        name: 'x-service-signature',
        in: 'header',
        required: true,
        description:
          'The lowercase hexadecimal HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the webhook’s secret. The timestamp is the value of `x-service-timestamp`, unchanged.',
        schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      },
      Timestamp: {
        name: 'x-service-timestamp',
        in: 'header',
        required: true,
        description: 'When the delivery was signed. The specification does not state the format.',
        schema: { type: 'string' },
      },
    },
    headers: {
      'x-request-id': { description: 'Identifies this response in a support request.', schema: { type: 'string' } },
      'Retry-After': { description: 'Seconds to wait, or an HTTP date.', schema: { type: 'string' } },
      'retry-after-ms': {
        description: 'Milliseconds to wait before the next poll. The mock sends this header only with a stepped clock.',
        schema: { type: 'string' },
      },
    },
    securitySchemes: {
      apiKey: { type: 'http', scheme: 'bearer', description: 'An API key.' },
    },
  };
}

export function reference(kind: keyof SharedComponents, name: string): OpenApiReference {
  return { $ref: `#/components/${kind}/${name}` };
}

export function responseHeaders(names: readonly string[] = []): Record<string, OpenApiReference> {
  return Object.fromEntries(['x-request-id', ...names].map((name) => [name, reference('headers', name)]));
}

function problem(description: string, headers: readonly string[]): OpenApiResponse {
  return { description, headers: responseHeaders(headers), content: jsonContent({ $ref: schemaUri('ProblemBody') }) };
}
