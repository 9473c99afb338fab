import { check, read } from '../../../mock/check/report.ts';
import type { PointId } from '../../../mock/points/open-points.ts';
import { Receiver } from '../../../mock/survey/receiver.ts';
import { type SurveyOptions, survey } from '../../../mock/survey/survey.ts';
import { Redactor } from '../../../src/core/redaction/redactor.ts';
import { apiKey, type OtherService } from '../../other-service/service.ts';

export type Report = Awaited<ReturnType<typeof check>>;

/** Checks a service in this process, with everything that a check can ask for. */
export function checkService(service: OtherService, options: Partial<SurveyOptions> = {}): Promise<Report> {
  return check({ ...optionsFor(service), ...options });
}

/** Asks a service in this process, and returns a function that reads its answer to a point. */
export async function readService(service: OtherService): Promise<(id: PointId) => string | undefined> {
  const { seen } = await survey(optionsFor(service));
  return (id) => read(id, seen);
}

function optionsFor(service: OtherService): SurveyOptions {
  const receiver = new Receiver(() => {
    // Each request takes two seconds to arrive: each call of `now` advances the service's clock by one second.
    service.context.now();
    return service.context.now().getTime();
  });
  return {
    baseUrl: service.context.baseUrl,
    apiKey,
    redactor: new Redactor([apiKey]),
    fetch: (request) => service.handle(request),
    pause: async () => {},
    write: true,
    run: 'test',
    webhook: {
      url: 'https://receiver.test/hooks',
      async received() {
        await service.deliveries.send((request) => receiver.handle(request));
        return receiver.deliveries;
      },
    },
  };
}

export function answerOf({ answers }: Report, id: PointId): string | undefined {
  return answers.find(({ point }) => point === id)?.service;
}

/** Returns the changed body of a response. */
export type Change = (body: Record<string, unknown>) => unknown;

/** Changes the bodies of the responses whose path matches. */
export function changing(service: OtherService, path: RegExp, change: Change) {
  return async (request: Request): Promise<Response> => {
    const response = await service.handle(request);
    if (!path.test(new URL(request.url).pathname) || !response.ok) return response;
    return Response.json(change(await response.json()), { status: response.status });
  };
}
