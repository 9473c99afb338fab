import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, start } from '../processes.mjs';

const env = { CLIPWRIGHT_WEBHOOK_SECRET: 'the secret of the check', PORT: '0' };

/** Checks only that the scripts run with the folder's own dependencies. `check:receivers` tests the behavior. */
export async function check({ project }) {
  const { scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
  for (const script of Object.keys(scripts).filter((name) => name.startsWith('start'))) {
    const receiver = start(project, ['npm', 'run', script], env);
    try {
      const [, port] = await receiver.printed(/listening on \D*(?:127\.0\.0\.1:)?(\d+)/);
      const url = `http://127.0.0.1:${port}/webhooks`;
      const { code, stdout, stderr } = await run(project, ['npm', 'run', 'trigger', '--', '--to', url], { env });
      assert.equal(code, 0, stdout + stderr);
      await receiver.printed(/^ready: \//m);
    } finally {
      await receiver.stop();
    }
  }
}
