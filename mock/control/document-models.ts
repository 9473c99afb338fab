import type { ZodMiniType } from 'zod/mini';
import { jobStatus, nextAction } from '../../src/contract/job.ts';
import { problem, problemBody } from '../../src/contract/problem.ts';
import { aspectRatio, project } from '../../src/contract/project.ts';
import { describe, type Models, schemaUri } from '../openapi/models.ts';
import type { JsonSchema } from '../openapi/openapi.ts';
import docComments from './doc-comments.json';
import { about } from './models/about.ts';
import { advanceParams, clockStatus, clockTime } from './models/clock.ts';
import { delivery, deliveryAttempt, deliveryList, deliveryQuery } from './models/deliveries.ts';
import { emitParams, webhookEvent } from './models/events.ts';
import {
  activeCallFault,
  activeEventFault,
  activeFault,
  callFaultParams,
  callMatch,
  eventFaultParams,
  eventMatch,
  faultList,
  faultParams,
} from './models/faults.ts';
import { jobParams, nextJobList, nextJobParams } from './models/jobs.ts';
import {
  clockEvent,
  deliveryEvent,
  faultsEvent,
  gapEvent,
  helloEvent,
  jobEvent,
  mockEvent,
  projectEvent,
  requestEvent,
  resetEvent,
} from './models/mock-event.ts';
import {
  causedRecords,
  recordedResponse,
  requestList,
  requestQuery,
  requestReason,
  requestRecord,
} from './models/requests.ts';
import { seedProjectParams } from './models/seed.ts';
import { done, knownValues } from './models/shared.ts';
import {
  captionContent,
  effectState,
  listedJob,
  listedJobs,
  listedProject,
  listedWebhook,
  listedWorkspace,
  mediaState,
  mockSnapshot,
  openApiObject,
  projectContent,
  projectList,
  seededContent,
  timelineItemState,
  webhookList,
  wordContent,
  workspaceList,
} from './models/state.ts';

/** Every model of control, by the name of its interface or type. */
export const controlModels: Readonly<Record<string, ZodMiniType>> = {
  Problem: problem,
  ProblemBody: problemBody,
  AspectRatio: aspectRatio,
  Project: project,
  JobStatus: jobStatus,
  NextAction: nextAction,
  Done: done,
  About: about,
  ListedWorkspace: listedWorkspace,
  WorkspaceList: workspaceList,
  ListedProject: listedProject,
  ProjectList: projectList,
  ListedWebhook: listedWebhook,
  WebhookList: webhookList,
  ListedJob: listedJob,
  ListedJobs: listedJobs,
  MediaState: mediaState,
  EffectState: effectState,
  TimelineItemState: timelineItemState,
  WordContent: wordContent,
  CaptionContent: captionContent,
  SeededContent: seededContent,
  ProjectContent: projectContent,
  MockSnapshot: mockSnapshot,
  ClockStatus: clockStatus,
  AdvanceParams: advanceParams,
  ClockTime: clockTime,
  SeedProjectParams: seedProjectParams,
  EmitParams: emitParams,
  WebhookEvent: webhookEvent,
  RequestQuery: requestQuery,
  RecordedResponse: recordedResponse,
  RequestReason: requestReason,
  CausedRecords: causedRecords,
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
  NextJobList: nextJobList,
  JobParams: jobParams,
  HelloEvent: helloEvent,
  RequestEvent: requestEvent,
  DeliveryEvent: deliveryEvent,
  JobEvent: jobEvent,
  ProjectEvent: projectEvent,
  FaultsEvent: faultsEvent,
  ClockEvent: clockEvent,
  ResetEvent: resetEvent,
  GapEvent: gapEvent,
  StreamedEvent: mockEvent,
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
    // Linters take `items: false`, which says the same as the bounds, for a list without items.
    [wordContent, { items: {} }],
  ]);
}
