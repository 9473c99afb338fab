import { createMock, type Mock } from 'clipwright/mock';
import type { Answer } from '../../../mock/answers/answers.ts';
import { at, listAt } from '../../../mock/points/values.ts';
import { missingVideo } from '../../../mock/survey/jobs.ts';
import { Receiver } from '../../../mock/survey/receiver.ts';
import { type Seen, survey } from '../../../mock/survey/survey.ts';
import { Redactor } from '../../../src/core/redaction/redactor.ts';

/** Asks a mock everything that a check can ask for. `answers`: those that the mock follows. */
export async function askMock(answers: readonly Answer[]): Promise<Seen> {
  const mock = createMock({
    apiKeys: ['test'],
    answers,
    clock: 'manual',
    deliver: (request) => receiver.handle(request),
  });
  const receiver = new Receiver(() => mock.clock.now());
  const { seen } = await survey({
    baseUrl: mock.baseUrl,
    apiKey: 'test',
    redactor: new Redactor([]),
    fetch: (request) => fetchWithFailure(mock, request),
    pause: (milliseconds) => mock.clock.advance(milliseconds / 1000),
    write: true,
    run: 'test',
    webhook: {
      url: 'https://receiver.test/hooks',
      async received() {
        await mock.settled();
        // Long enough for the mock to repeat a rejected delivery.
        await mock.clock.advance(3600);
        await mock.settled();
        return receiver.deliveries;
      },
    },
  });
  return seen;
}

/** Makes the clips of the missing video fail, which the mock would otherwise make. */
async function fetchWithFailure(mock: Mock, request: Request): Promise<Response> {
  const isMissing = request.method === 'POST' && (await request.clone().text()).includes(missingVideo);
  const response = await mock.fetch(request);
  if (!isMissing) return response;
  const projects = listAt(await response.clone().json(), 'batch.clips').map((clip) => at(clip, 'project_id'));
  for (const { job_id, project_id } of mock.state.jobs())
    if (projects.includes(project_id)) mock.jobs.fail(job_id, 'The video cannot be read.');
  return response;
}
