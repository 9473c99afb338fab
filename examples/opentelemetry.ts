import { tracingChannel } from 'node:diagnostics_channel';
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { ConsoleSpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { type CallTrace, Clipwright, isErrorNamed } from 'clipwright';
import { createMock } from 'clipwright/mock';

// An application would send its spans in batches to a collector.
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())] });
provider.register();
const tracer = trace.getTracer('clipwright');

// Each call gets one span, which covers all attempts of the call.
const spans = new WeakMap<object, Span>();
const calls = tracingChannel('clipwright:call');

calls.start.subscribe((message) => {
  // Cast: Node.js does not type the messages of a channel.
  const { endpoint, method, url } = message as CallTrace;
  const attributes = { 'http.request.method': method, 'url.full': url };
  spans.set(message as CallTrace, tracer.startSpan(endpoint, { kind: SpanKind.CLIENT, attributes }));
});

calls.asyncEnd.subscribe((message) => {
  const { status, attempts, requestId, error } = message as CallTrace;
  const span = spans.get(message as CallTrace);
  span?.setAttribute('http.request.resend_count', Math.max(0, attempts - 1));
  if (status !== null) span?.setAttribute('http.response.status_code', status);
  if (requestId !== null) span?.setAttribute('clipwright.request_id', requestId);
  if (error instanceof Error) {
    // Omit the error message, because it contains the URL, and the query of a URL can contain search terms of users.
    span?.setAttribute('error.type', error.name).setStatus({ code: SpanStatusCode.ERROR });
  }
  span?.end();
});

// For the real service, omit `fetch`, and pass the service's base URL and your key.
const mock = createMock();
const client = new Clipwright({ apiKey: 'the-key-of-this-example', baseUrl: mock.baseUrl, fetch: mock.fetch });

await tracer.startActiveSpan('make a video', async (span) => {
  // With these headers, the service can add its own spans to this trace.
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  mock.faults.add({ status: 503, times: 1 });
  await client.projects.create({ name: 'Talk' }, { headers });

  const words = client.captions.words.list('no-such-project', { match_text: 'malice' });
  await words.catch((error) => {
    if (!isErrorNamed(error, 'NotFoundError')) throw error;
  });
  span.end();
});
console.log(`the service received traceparent ${mock.requests[0]?.headers.traceparent}`);
await provider.shutdown();
