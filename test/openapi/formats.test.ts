import { expect, test } from 'vitest';
import { eventExamples, openApiDocument, operationExamples } from '../../mock/openapi/document.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { job } from '../../src/contract/job.ts';
import { validate } from '../../src/contract/validate.ts';
import { fieldsOf } from './reachable.ts';

const fields = fieldsOf(Object.keys(openApiDocument().components.schemas));

test.each([
  ['uri', /[._]?url(s)?$/],
  ['date-time', /_at$/],
])('the format %s is used by exactly the fields whose names imply this format', (format, name) => {
  const formatted = fields.filter(([, schema]) => JSON.stringify(schema).includes(`"format":"${format}"`));

  expect(formatted.length).toBeGreaterThan(10);
  expect(formatted).toEqual(fields.filter(([path]) => name.test(path)));
});

test('the response checks accept strings that are not URLs or times', () => {
  const odd = { job_id: 'a', status: 'b', status_url: '/jobs/a', download_url: '', created_at: 'today' };

  expect(validate(job, odd)).toEqual([]);
  expect(validate(endpoints['webhooks.register'].body, { url: 'app', events: [] })).toEqual([]);
  expect(validate(endpoints['webhooks.register'].body, { url: '', events: [] })).toHaveLength(1);
});

test('the mock’s URLs are absolute, and its times have a zone', () => {
  const strings = [...JSON.stringify([operationExamples, eventExamples]).matchAll(/"(\w+)":"([^"]*)"/g)];
  const urls = strings.filter(([, name = '']) => /url$/.test(name)).map(([, , value = '']) => value);
  const times = strings.filter(([, name = '']) => /_at$/.test(name)).map(([, , value = '']) => value);

  expect([urls.length > 10, times.length > 5]).toEqual([true, true]);
  expect(urls.filter((value) => !URL.canParse(value))).toEqual([]);
  expect(times.filter((value) => new Date(value).toJSON() !== value)).toEqual([]);
});
