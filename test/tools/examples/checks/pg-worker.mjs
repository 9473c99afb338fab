import assert from 'node:assert/strict';
import { run } from '../processes.mjs';

export async function check({ project }) {
  const { code, stdout } = await run(project, ['npm', 'test']);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^. pass 8$/m);
}
