// Checks that a failed delivery can be sent again, and that an emitted event arrives.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { becomes, shows } from '../console-page.mjs';
import { report } from '../report.mjs';

const run = promisify(execFile);

const webhookSecret = 'whsec';
const command = fileURLToPath(new URL('../../../../dist/node/cli.js', import.meta.url));

export async function check({ openMock, openConsole }) {
  let status = 500;
  const deliver = () => new Response(status === 500 ? 'Out of order' : 'Thanks', { status });
  const opened = await openMock({ deliver, webhookSecret });
  await opened.client.webhooks.register({
    url: 'https://app.example/hook',
    events: ['project.created', 'export.ready'],
  });
  opened.mock.emit('project.created', { name: `It's "a" \`$HOME\` %s \\n \u2028` });
  const page = await openConsole(opened, { at: 'deliveries' });
  const detail = await checkFailure(page);
  status = 200;
  await checkRedelivery(page, opened, detail);
  await checkVerification(page, opened, detail);
  await checkEmission(page, opened);
}

async function checkFailure(page) {
  const row = page.getByRole('row', { name: /delivery-1/ });
  await shows('a delivery that will be tried again says so in its row', row.getByText('retrying'));
  await shows('the row shows why the last attempt failed', row.getByText(/500/));
  await page.getByRole('link', { name: 'delivery-1', exact: true }).click();
  const detail = page.getByRole('region', { name: 'delivery-1', exact: true });
  await shows('a failed delivery shows the response', detail.getByText('Out of order'));
  await shows('a failed delivery shows when the next attempt is due', detail.getByText(/The next attempt is due/));
  return detail;
}

async function checkRedelivery(page, { mock }, detail) {
  const attempts = detail.locator('.attempts > li');
  const before = await attempts.count();
  await detail.getByRole('button', { name: 'Redeliver' }).click();
  const isThere = await becomes(async () => (await attempts.count()) === before + 1);
  report({ title: 'a redelivery adds an attempt', pass: isThere, actual: await attempts.allInnerTexts() });
  await shows('the new attempt shows the response of the receiver', attempts.last().getByText('Thanks'));
  const { length } = mock.deliveries[0].attempts;
  report({ title: 'the mock has one more attempt', pass: length === before + 1, actual: mock.deliveries[0] });
  await shows(
    'the list shows the new status of the delivery',
    page.getByRole('row', { name: /delivery-1/ }).getByText('delivered'),
  );
}

async function checkVerification(page, { mock }, detail) {
  await detail.getByRole('button', { name: 'Copy verify command' }).last().click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  // `npx` runs the built command instead of fetching the package.
  const npx = `npx() { shift; '${process.execPath}' '${command}' "$@"; }`;
  const env = { ...process.env, CLIPWRIGHT_WEBHOOK_SECRET: webhookSecret };
  const verified = await run('bash', ['-c', `${npx}\n${copied}`], { env }).catch((error) => error);
  report({ title: 'the copied command verifies the signature', pass: !verified.code, actual: { copied, ...verified } });
  const ofAnother = copied.replace('project.created', 'project.deleted');
  const refused = await run('bash', ['-c', `${npx}\n${ofAnother}`], { env }).catch((error) => error);
  report({ title: 'the copied command rejects another body', pass: refused.code > 0, actual: refused });
  await detail.getByText('Signed text', { exact: true }).last().click();
  const { body } = mock.deliveries[0];
  const timestamp = mock.deliveries[0].attempts.at(-1).headers['x-service-timestamp'];
  // Two attempts in the same second have the same signed text, so two elements can match.
  await shows('the signed text is shown', detail.getByText(`${timestamp}.${body}`, { exact: true }).last());
}

async function checkEmission(page, { mock }) {
  await page.getByText('Emit an event').click();
  await page.getByLabel('Type').selectOption('export.ready');
  const data = page.getByLabel('Data, as JSON');
  await data.fill('{"export_id": ');
  await page.getByRole('button', { name: 'Emit', exact: true }).click();
  const form = page.locator('form').filter({ has: data });
  await shows('data that is not JSON is reported in the form', form.getByText('The data is not valid JSON.'));
  await data.fill('{"export_id": "mine"}');
  await page.getByRole('button', { name: 'Emit', exact: true }).click();
  await shows('an event can be emitted', page.getByText('Emitted. It goes to one webhook.'));
  await shows('the emitted event is delivered', page.getByRole('link', { name: 'delivery-2', exact: true }));
  const { event } = mock.deliveries[1];
  report({ title: 'the delivery has the given data', pass: event.data.export_id === 'mine', actual: event });
}
