import assert from 'node:assert/strict';
import { run } from '../processes.mjs';

export async function check({ project }) {
  const { code, stdout, stderr } = await run(project, ['npm', 'test'], { env: { NO_COLOR: '1' } });
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout + stderr, /Tests: +4 passed/m);
}
