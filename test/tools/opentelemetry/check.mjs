// Runs the example that turns calls into OpenTelemetry spans, and checks the output of its exporter.
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { inspect } from 'node:util';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';

const example = new URL('../../../examples/opentelemetry.ts', import.meta.url).href;

// Resolve the example's packages in this folder, so that the repository does not depend on them.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const isOurs = context.parentURL === example && specifier.startsWith('@opentelemetry/');
    return nextResolve(specifier, isOurs ? { ...context, parentURL: import.meta.url } : context);
  },
});

const { spans, lines } = await runExample();
const [create, words, video] = spans;

console.log('There is a span for each call, and its parent is the span in which it was made.');
assert.deepEqual(
  spans.map(({ name, kind }) => ({ name, kind })),
  [
    { name: 'projects.create', kind: SpanKind.CLIENT },
    { name: 'captions.words.list', kind: SpanKind.CLIENT },
    { name: 'make a video', kind: SpanKind.INTERNAL },
  ],
);
for (const { traceId, parentSpanContext } of [create, words])
  assert.deepEqual([traceId, parentSpanContext.spanId], [video.traceId, video.id]);

console.log('A call that was retried is one span, with its last status.');
assert.equal(create.status.code, SpanStatusCode.UNSET);
assert.deepEqual(create.attributes, {
  'http.request.method': 'POST',
  'url.full': 'https://api.clipwright.test/api/v1/projects',
  'http.request.resend_count': 1,
  'http.response.status_code': 201,
  'clipwright.request_id': 'req-2',
});

console.log('A call that failed is a span with an error.');
assert.deepEqual(words.status, { code: SpanStatusCode.ERROR });
assert.deepEqual(words.attributes, {
  'http.request.method': 'GET',
  'url.full': 'https://api.clipwright.test/api/v1/projects/no-such-project/captions/words',
  'http.request.resend_count': 0,
  'http.response.status_code': 404,
  'clipwright.request_id': 'req-3',
  'error.type': 'NotFoundError',
});

console.log('The service receives the trace.');
assert.deepEqual(lines, [`the service received traceparent 00-${video.traceId}-${video.id}-01`]);

console.log('Neither the API key nor the search text is exported.');
assert.doesNotMatch(inspect([spans, lines], { depth: null }), /the-key-of-this-example|Bearer|malice/);

async function runExample() {
  const { dir, log } = console;
  const spans = [];
  const lines = [];
  // The SDK's console exporter calls this method with each span.
  console.dir = (span) => spans.push(span);
  console.log = (line) => lines.push(line);
  try {
    await import(example);
  } finally {
    Object.assign(console, { dir, log });
  }
  return { spans, lines };
}
