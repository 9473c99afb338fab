import type { ZodMiniType } from 'zod/mini';
import { problem, problemBody } from '../../src/contract/problem.ts';
import { aspectRatio, project } from '../../src/contract/project.ts';
import { describe, type Models, schemaUri } from '../openapi/models.ts';
import type { JsonSchema } from '../openapi/openapi.ts';
import docComments from './doc-comments.json';
import {
  activeCallFault,
  activeEventFault,
  activeFault,
  advanceParams,
  callFaultParams,
  callMatch,
  clockTime,
  delivery,
  deliveryAttempt,
  deliveryList,
  deliveryQuery,
  done,
  emitParams,
  eventFaultParams,
  eventMatch,
  faultList,
  faultParams,
  jobParams,
  knownValues,
  mockSnapshot,
  nextJobParams,
  requestList,
  requestQuery,
  requestRecord,
  seedProjectParams,
  webhookEvent,
} from './models.ts';
import { openApiObject } from './table.ts';

/** Every model of control, by the name of its interface or type. */
export const controlModels: Readonly<Record<string, ZodMiniType>> = {
  Problem: problem,
  ProblemBody: problemBody,
  AspectRatio: aspectRatio,
  Project: project,
  Done: done,
  MockSnapshot: mockSnapshot,
  AdvanceParams: advanceParams,
  ClockTime: clockTime,
  SeedProjectParams: seedProjectParams,
  EmitParams: emitParams,
  WebhookEvent: webhookEvent,
  RequestQuery: requestQuery,
  RequestRecord: requestRecord,
  RequestList: requestList,
  DeliveryQuery: deliveryQuery,
  DeliveryAttempt: deliveryAttempt,
  Delivery: delivery,
  DeliveryList: deliveryList,
  CallMatch: callMatch,
  CallFaultParams: callFaultParams,
  EventMatch: eventMatch,
  EventFaultParams: eventFaultParams,
  FaultParams: faultParams,
  ActiveCallFault: activeCallFault,
  ActiveEventFault: activeEventFault,
  ActiveFault: activeFault,
  FaultList: faultList,
  NextJobParams: nextJobParams,
  JobParams: jobParams,
  OpenApiObject: openApiObject,
};

export function describeControlModels(): Models {
  const names = new Map(Object.entries(controlModels).map(([name, model]) => [model, name]));
  return describe(names, docComments, stricterSchemas());
}

/** What the document says of schemas that let more pass, for a method of the mock to refuse. */
function stricterSchemas(): Map<unknown, JsonSchema> {
  const faults = ['EventFaultParams', 'CallFaultParams'].map((name) => ({ $ref: schemaUri(name) }));
  return new Map<unknown, JsonSchema>([
    ...[...knownValues].map(([schema, values]): [unknown, JsonSchema] => [schema, { enum: [...values] }]),
    [faultParams, { anyOf: faults }],
  ]);
}
