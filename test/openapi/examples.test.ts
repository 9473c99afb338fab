import { expect, test } from 'vitest';
import { eventExamples, openApiDocument, operationExamples } from '../../mock/openapi/document.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { eventTypes } from '../../src/contract/event.ts';
import { validate } from '../../src/contract/validate.ts';
import { recordExamples } from './examples.ts';

test('the checked-in examples match the traffic of a mock; `npm run generate` writes them', async () => {
  const examples = await recordExamples();

  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot('../../mock/openapi/examples.json');
});

// Cast: `Object.entries` loses the types of the names.
test.each(Object.entries(endpoints) as [EndpointName, Endpoint][])(
  'the examples of %s match its schemas',
  (name, { method, path, query, body, response }) => {
    const example = operationExamples[name];

    expect(validate(response, example.response)).toEqual([]);
    expect(body ? validate(body, example.body) : example.body).toEqual(body ? [] : undefined);
    if (query) expect(validate(query, example.parameters)).toEqual([]);
    const operation = openApiDocument().paths[path]?.[method.toLowerCase()];
    expect(operation?.requestBody?.content['application/json'].example).toEqual(example.body);
    expect(operation?.parameters?.filter((each) => 'name' in each && !('example' in each))).toEqual(
      operation?.parameters && [],
    );
  },
);

test('every event type has an example delivery', () => {
  for (const type of eventTypes) {
    const content = openApiDocument().webhooks[type]?.post?.requestBody?.content;
    expect(content?.['application/json'].example).toEqual(eventExamples[type]);
    expect(eventExamples[type]).toMatchObject({ type });
  }
});
