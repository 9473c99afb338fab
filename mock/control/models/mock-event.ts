import { literal, nullable, union, type ZodMiniType } from 'zod/mini';
import { model, number, text } from '../../../src/contract/model.ts';
import type {
  Change,
  ClockEvent,
  DeliveryEvent,
  FaultsEvent,
  GapEvent,
  HelloEvent,
  JobEvent,
  ProjectEvent,
  RequestEvent,
  ResetEvent,
} from '../../stream/mock-event.ts';
import { clockStatus } from './clock.ts';
import { delivery } from './deliveries.ts';
import { requestRecord } from './requests.ts';
import { listedJob } from './state.ts';

export const helloEvent: ZodMiniType<HelloEvent> = model<HelloEvent>({ type: literal('hello'), clock: clockStatus });
export const requestEvent: ZodMiniType<RequestEvent> = model<RequestEvent>({
  type: literal('request'),
  request: requestRecord,
});
export const deliveryEvent: ZodMiniType<DeliveryEvent> = model<DeliveryEvent>({ type: literal('delivery'), delivery });
export const jobEvent: ZodMiniType<JobEvent> = model<JobEvent>({ type: literal('job'), job: listedJob });
export const projectEvent: ZodMiniType<ProjectEvent> = model<ProjectEvent>({
  type: literal('project'),
  id: nullable(text),
  revision: number,
});
export const faultsEvent: ZodMiniType<FaultsEvent> = model<FaultsEvent>({ type: literal('faults') });
export const clockEvent: ZodMiniType<ClockEvent> = model<ClockEvent>({ type: literal('clock'), clock: clockStatus });
export const resetEvent: ZodMiniType<ResetEvent> = model<ResetEvent>({ type: literal('reset') });
export const gapEvent: ZodMiniType<GapEvent> = model<GapEvent>({ type: literal('gap'), missed: nullable(number) });

/** What has changed, as `data` of a server-sent event. */
export type StreamedEvent = HelloEvent | Change | GapEvent;

export const mockEvent: ZodMiniType<StreamedEvent> = union([
  helloEvent,
  requestEvent,
  deliveryEvent,
  jobEvent,
  projectEvent,
  faultsEvent,
  clockEvent,
  resetEvent,
  gapEvent,
]);
