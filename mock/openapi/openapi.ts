import type { core } from 'zod/mini';

export type JsonSchema = core.JSONSchema.BaseSchema;

/** An OpenAPI 3.1 document as plain JSON, limited to the parts that this package uses. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, OpenApiPathItem>>;
  readonly webhooks: Readonly<Record<string, OpenApiPathItem>>;
  readonly components: OpenApiComponents;
}

/** Operations by HTTP method, in lower case. */
export type OpenApiPathItem = Readonly<Record<string, OpenApiOperation>>;

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: OpenApiDocument['security'];
  readonly parameters?: readonly (OpenApiParameter | OpenApiReference)[];
  readonly requestBody?: { readonly required: true; readonly content: OpenApiContent };
  /** The responses by status, or by `default`. */
  readonly responses: Readonly<Record<string, OpenApiResponse | OpenApiReference>>;
}

export interface OpenApiParameter extends OpenApiHeader {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly example?: unknown;
}

interface OpenApiHeader {
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, OpenApiReference>>;
  readonly content?: OpenApiContent | OpenApiStream;
}

export interface OpenApiContent {
  readonly 'application/json': { readonly schema: JsonSchema | OpenApiReference; readonly example?: unknown };
}

/** The schema of the data of each server-sent event. */
export interface OpenApiStream {
  readonly 'text/event-stream': { readonly schema: JsonSchema | OpenApiReference };
}

export interface OpenApiReference {
  readonly $ref: string;
}

export interface OpenApiComponents {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
  readonly parameters: Readonly<Record<string, OpenApiParameter>>;
  readonly headers: Readonly<Record<string, OpenApiHeader>>;
  readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
