import { errorCodes } from '../http/errors.ts';
import { schemaUri } from './models.ts';
import type { OpenApiComponents, OpenApiReference, OpenApiResponse } from './openapi.ts';
import { jsonContent } from './paths.ts';

type SharedComponents = Omit<OpenApiComponents, 'schemas'>;

/** Error responses by status. All statuses except 409 and 429 are assumptions. */
export const errorResponses: Readonly<Record<string, string>> = {
  400: 'InvalidRequest',
  401: 'Unauthorized',
  404: 'NotFound',
  408: 'RequestTimeout',
  409: 'IdempotencyConflict',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
  500: 'InternalError',
  502: 'BadGateway',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
  default: 'OtherError',
};

/** The components that several operations refer to. */
export function sharedComponents(): SharedComponents {
  return {
    responses: {
      InvalidRequest: coded('invalid_request'),
      Unauthorized: coded('unauthorized'),
      NotFound: coded('not_found'),
      RequestTimeout: problem('The server did not receive the whole request in time.'),
      IdempotencyConflict: coded('idempotency_conflict'),
      PayloadTooLarge: coded('payload_too_large'),
      UnsupportedMediaType: coded('unsupported_media_type'),
      RateLimited: coded('rate_limited', ['Retry-After']),
      InternalError: coded('internal_error'),
      BadGateway: problem('A gateway received no valid response from the service.'),
      ServiceUnavailable: problem('The service cannot respond for now.', ['Retry-After']),
      GatewayTimeout: problem('A gateway received no response from the service in time.'),
      OtherError: problem('Any other error.', ['Retry-After']),
    },
    parameters: {
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description:
          'For the same key with the same input, the first response is replayed; with different input the response is a 409.',
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
    },
    securitySchemes: {
      apiKey: { type: 'http', scheme: 'bearer', description: 'An API key.' },
    },
  };
}

export function reference(kind: keyof SharedComponents, name: string): OpenApiReference {
  return { $ref: `#/components/${kind}/${name}` };
}

/** References to response headers, `x-request-id` first. */
export function responseHeaders(names: readonly string[] = []): Record<string, OpenApiReference> {
  return Object.fromEntries(['x-request-id', ...names].map((name) => [name, reference('headers', name)]));
}

function coded(code: keyof typeof errorCodes, headers: readonly string[] = []): OpenApiResponse {
  return problem(`\`${code}\`: ${errorCodes[code]}`, headers);
}

function problem(description: string, headers: readonly string[] = []): OpenApiResponse {
  return { description, headers: responseHeaders(headers), content: jsonContent({ $ref: schemaUri('ProblemBody') }) };
}
