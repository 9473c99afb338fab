// What a delivery of 1 KB costs to verify and parse, beside a bare HMAC of its body with a key of bytes. The two take turns,
// so that what else the machine does falls on both; the medians are compared.
import { createHmac } from 'node:crypto';
import { signWebhook, verifyWebhook } from 'clipwright/webhooks';

const rounds = 101;
const callsPerRound = 2000;

const secret = 'whsec_0123456789abcdef0123456789abcdef';
const key = Buffer.from(secret);
const event = {
  id: 'evt_1',
  type: 'job.complete',
  created_at: '2026-01-02T03:04:05Z',
  data: { job_id: 'job_1', log: '' },
};
event.data.log = 'x'.repeat(1024 - JSON.stringify(event).length);
const body = JSON.stringify(event);
const headers = { host: 'receiver.test', 'content-type': 'application/json', ...(await signWebhook({ body, secret })) };

async function verifyAndParse() {
  for (let i = 0; i < callsPerRound; i++) await verifyWebhook({ body, headers, secret });
}

async function bareHmac() {
  for (let i = 0; i < callsPerRound; i++) createHmac('sha256', key).update(body).digest('hex');
}

async function microsecondsPerCall(run) {
  const start = process.hrtime.bigint();
  await run();
  return Number(process.hrtime.bigint() - start) / 1000 / callsPerRound;
}

const times = { verifyAndParse: [], bareHmac: [] };
for (let round = -10; round < rounds; round++) {
  const pair = [await microsecondsPerCall(verifyAndParse), await microsecondsPerCall(bareHmac)];
  // The first rounds warm up.
  if (round < 0) continue;
  times.verifyAndParse.push(pair[0]);
  times.bareHmac.push(pair[1]);
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const [verify, bare] = [median(times.verifyAndParse), median(times.bareHmac)];
const ratio = verify / bare;
console.log(
  `Node ${process.version}, a delivery of ${body.length} bytes, medians of ${rounds} rounds of ${callsPerRound}:`,
);
console.log(`verifyWebhook, with the parse        ${verify.toFixed(2)} µs`);
console.log(`createHmac with a Buffer, bare       ${bare.toFixed(2)} µs`);
console.log(`ratio                                ${ratio.toFixed(2)}, at most 1.00 allowed`);
if (ratio > 1) process.exitCode = 1;
