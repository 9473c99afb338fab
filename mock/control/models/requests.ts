import { enum as enumeration, nullable, optional, unknown, type ZodMiniType } from 'zod/mini';
import { array } from '../../../src/contract/collections.ts';
import { flag, model, number, text, timestamp } from '../../../src/contract/model.ts';
import type { apiNames } from '../../http/api.ts';
import type { recordedMethods } from '../../records/request-filter.ts';
import type { CausedRecords, RecordedResponse, RequestReason, RequestRecord } from '../../records/request-record.ts';
import { counts, endpoint, endpointName, methodName, sourceName, strings, values } from './shared.ts';

/** Which requests to list: those that match every given field. */
export interface RequestQuery {
  /** The endpoint's name, such as `projects.create`. */
  endpoint?: (typeof apiNames)[number] | undefined;
  idempotencyKey?: string | undefined;
  method?: (typeof recordedMethods)[number] | undefined;
  /** Whether the response was replayed for an Idempotency-Key. */
  replayed?: 'true' | 'false' | undefined;
  /** The status of the response. */
  status?: number | undefined;
  /** Who sent it: `console` for the mock's console, `any` for both; other clients if omitted. */
  source?: 'client' | 'console' | 'any' | undefined;
}

export const requestQuery: ZodMiniType<RequestQuery> = model<RequestQuery>({
  endpoint: optional(endpointName),
  idempotencyKey: optional(text),
  method: optional(methodName),
  replayed: optional(enumeration(['true', 'false'])),
  status: optional(number),
  source: optional(sourceName),
});

export const recordedResponse: ZodMiniType<RecordedResponse> = model<RecordedResponse>({
  headers: strings,
  body: text,
  bytes: number,
});

export const requestReason: ZodMiniType<RequestReason> = model<RequestReason>({
  by: enumeration(['fault', 'service', 'client']),
  code: nullable(text),
  param: nullable(text),
  message: text,
});

export const causedRecords: ZodMiniType<CausedRecords> = model<CausedRecords>({
  jobs: array(text),
  events: array(text),
});

export const requestRecord: ZodMiniType<RequestRecord> = model<RequestRecord>({
  id: text,
  at: timestamp,
  method: text,
  url: text,
  endpoint: nullable(endpoint),
  path: strings,
  query: values,
  headers: strings,
  body: unknown(),
  unknownFields: array(text),
  idempotencyKey: nullable(text),
  status: nullable(number),
  response: nullable(recordedResponse),
  why: nullable(requestReason),
  replayed: flag,
  replayOf: nullable(text),
  fault: nullable(text),
  caused: causedRecords,
  source: enumeration(['client', 'console']),
  took: number,
});

/** The requests that the mock keeps and that match, in the order in which they ended. */
export interface RequestList {
  requests: readonly RequestRecord[];
  /** The workspace of each, by a digest of its API key; null where none was sent. */
  workspaces: readonly (string | null)[];
  /** How many older requests the mock no longer keeps, of all workspaces, by endpoint. */
  dropped: Readonly<Record<string, number>>;
}

export const requestList: ZodMiniType<RequestList> = model<RequestList>({
  requests: array(requestRecord),
  workspaces: array(nullable(text)),
  dropped: counts,
});
