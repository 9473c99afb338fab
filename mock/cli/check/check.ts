import { randomUUID } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { toMessageText } from '../../../src/core/errors/message-text.ts';
import { Redactor } from '../../../src/core/redaction/redactor.ts';
import { type CheckReport, check as checkService } from '../../check/report.ts';
import { CheckStopped } from '../../survey/asker.ts';
import type { SurveyOptions } from '../../survey/survey.ts';
import { defineCommand, type OptionValues, usageError, valueOption } from '../command/command.ts';
import { parseApiKey, parseHttpUrl } from '../command/option-values.ts';
import type { CommandProcess } from '../command/process.ts';
import { formatError } from '../log/shown-text.ts';
import { type Changed, remarkLines, reportLines } from './report-lines.ts';
import { listenFor } from './webhook.ts';

const options = {
  'base-url': valueOption('url', 'The base URL of the service. Default: the environment variable CLIPWRIGHT_BASE_URL.'),
  'api-key': valueOption('key', 'An API key of the service. Default: the environment variable CLIPWRIGHT_API_KEY.'),
  project: valueOption('id', 'A project to read, with captions and jobs. It is never changed.'),
  write: {
    type: 'boolean',
    help: 'Also creates and edits projects, clips, sounds and a logo. Without it, only reads.',
  },
  'webhook-url': valueOption(
    'url',
    'With --write: a URL at which the service reaches this machine. The command listens on its port, or on 3000 if it has none, and on 127.0.0.1 unless the host is another address of this machine.',
  ),
  json: { type: 'boolean', help: 'Prints the report as JSON, and nothing else.' },
  out: valueOption('path', 'Writes the report as JSON to a file, such as answers.json.'),
  answers: valueOption('path', 'A file written by --out. The exit code is 3 if the service now answers otherwise.'),
} as const;

export const check = defineCommand({
  summary: 'Asks a service how it settles what the specification leaves open, and compares it with the mock.',
  options,
  examples: [
    'npx clipwright check --base-url https://api.example.com/v1 --project 5d2c6f0e-0000-4000-8000-000000000001',
    'npx clipwright check --base-url https://api.example.com/v1 --write --out answers.json',
    'npx clipwright check --base-url https://api.example.com/v1 --write --answers answers.json --json',
  ],
  notes:
    'Exit codes: 0 if the service could be asked, 1 if it contradicts the specification, 2 for an invalid command line, 3 if an answer differs from --answers, 4 if the service cannot be reached, or refuses the API key or the project.',
  async run(values, _, process) {
    const { baseUrl, apiKey } = await requireService(values, process);
    const earlier = values.answers === undefined ? undefined : await readAnswers(values.answers);
    if (values.out !== undefined) await requireWritable(values.out);
    const { project, write, 'webhook-url': url } = values;
    const webhook = url === undefined ? undefined : await openWebhook(url);
    const redactor = new Redactor([apiKey]);
    if (!values.json) announce(baseUrl, values, process);
    try {
      const run = randomUUID().slice(0, 8);
      const report = await checkService({ baseUrl, apiKey, redactor, project, write, run, webhook });
      return await show(report, values, earlier, process);
    } catch (error) {
      if (!(error instanceof CheckStopped)) throw error;
      process.stderr.write(`clipwright: ${toMessageText(error.message)}\n`);
      return 4;
    } finally {
      await webhook?.close();
    }
  },
});

type Values = OptionValues<typeof options>;

/** @throws CommandError when the base URL or the API key is missing or not valid. */
async function requireService(
  values: Values,
  { env }: CommandProcess,
): Promise<Pick<SurveyOptions, 'baseUrl' | 'apiKey'>> {
  const url = values['base-url'] ?? env.CLIPWRIGHT_BASE_URL;
  const key = values['api-key'] ?? env.CLIPWRIGHT_API_KEY;
  if (!url) throw usageError('check: The base URL is missing. Give --base-url, or set CLIPWRIGHT_BASE_URL.');
  if (!key) throw usageError('check: The API key is missing. Give --api-key, or set CLIPWRIGHT_API_KEY.');
  if (values['webhook-url'] !== undefined && !values.write) throw usageError('check: --webhook-url needs --write.');
  const { href, search, hash } = await attempt('', () => parseHttpUrl('base-url', url));
  if (search || hash) throw usageError('check: --base-url must have no query and no fragment.');
  return { baseUrl: href, apiKey: await attempt('', () => parseApiKey(key)) };
}

/** Turns an error about an option into one with exit code 2, because 1 stands for a contradiction. */
async function attempt<Value>(problem: string, work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw usageError(`check: ${problem}${formatError(error)}`);
  }
}

/** Fails before anything is sent if the report could not be written at the end. */
async function requireWritable(path: string): Promise<void> {
  const file = await attempt(`--out: ${toMessageText(path)} cannot be written: `, () => open(path, 'a'));
  await file.close();
}

async function openWebhook(address: string) {
  const url = await attempt('', () => parseHttpUrl('webhook-url', address));
  return attempt('--webhook-url: ', () => listenFor(url));
}

function readAnswers(path: string): Promise<ReadonlyMap<string, string>> {
  return attempt(`--answers: ${toMessageText(path)} is not a report of --out: `, async () => {
    const { answers } = JSON.parse(await readFile(path, 'utf8'));
    return new Map(answers.map(({ point, service }: { point: string; service: string }) => [point, service]));
  });
}

function announce(baseUrl: string, { write, 'webhook-url': webhookUrl }: Values, { stdout }: CommandProcess): void {
  const kinds = 'up to 6 projects, 2 batches of clips with their projects, 3 sounds, 2 audio imports and 1 logo';
  const webhooks = webhookUrl === undefined ? '' : ', and up to 3 webhooks';
  const created = write
    ? `It creates ${kinds}${webhooks}. It cannot delete them, and lists them at the end.`
    : 'It only reads.';
  stdout.write(`Checking ${toMessageText(baseUrl)}. ${created}\n\n`);
}

async function show(
  { left, stopped, isUnreachable, ...report }: Awaited<ReturnType<typeof checkService>>,
  values: Values,
  earlier: ReadonlyMap<string, string> | undefined,
  process: CommandProcess,
): Promise<number> {
  const changed = earlier ? changesSince(earlier, report) : [];
  const lost = [...(earlier?.keys() ?? [])].filter((id) => !report.answers.some(({ point }) => point === id));
  const remarks = remarkLines({ left, stopped, changed, lost });
  const json = `${JSON.stringify(report, null, 2)}\n`;
  if (values.out !== undefined) await writeFile(values.out, json);
  const textOf = (lines: readonly string[]) => lines.map((line) => `${toMessageText(line)}\n`).join('');
  if (values.json) process.stderr.write(textOf(remarks));
  process.stdout.write(values.json ? json : textOf([...reportLines(report), ...remarks]));
  if (isUnreachable) return 4;
  if (report.breaches.length > 0) return 1;
  return changed.length > 0 ? 3 : 0;
}

function changesSince(earlier: ReadonlyMap<string, string>, { answers }: CheckReport): Changed[] {
  return answers.flatMap(({ point, service }) => {
    const before = earlier.get(point);
    return before === undefined || before === service ? [] : [{ point, before, now: service }];
  });
}
