import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, startMock } from '../processes.mjs';

const commands = `find skore
replace skore score
split 2.3 brought forth
merge 3.1 3.2
retime 1.6 1.8 1.9
retime 1.6 1.4 1.9
move 3 6
move 3 -4
trim 2 0.5
replace nothing ""
merge 9.1 9.2
fly
save talk.srt
save talk.vtt
`;

export async function check({ project, app }) {
  const offline = await run(project, ['npm', 'start', '--', '--mock', 'talk.vtt'], { input: commands });
  await expectEdits(offline, project);
  assert.match(
    await readFile(join(project, 'talk.vtt'), 'utf8'),
    /^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.900\nFour <00:00:00\.320>score /,
  );

  const mock = await startMock(app, '--seed-file', join(project, 'talk.vtt'));
  const [, id] = await mock.printed(/\b([0-9a-f-]{36})\b/);
  const online = await run(project, ['npm', 'start', '--', id], { env: mock.env, input: 'replace score skore\n' });
  await mock.stop();
  assert.match(online.stdout, /^2 replaced\n- {3}1 .*score/m);

  const misused = await run(project, ['npm', 'start']);
  assert.equal(misused.code, 2);
  assert.match(misused.stderr, /^Usage: /m);
}

async function expectEdits({ code, stdout, stderr }, project) {
  assert.deepEqual({ code, stderr: stderr.replace(/^npm warn .*\n/gm, '') }, { code: 0, stderr: '' });
  const lines = stdout.split('\n');
  for (const line of [
    '1.2 skore',
    '2 replaced',
    '0 replaced',
    'There is no caption 9.',
    'There is no command fly.',
    'new_start_seconds must be 0 or more.',
    '3 captions saved',
  ]) {
    assert.ok(lines.includes(line), `${line} is not in:\n${stdout}`);
  }
  assert.match(stdout, /^\+ {3}2 {4}2\.00 {3}5\.00 {2}our \| fathers \| brought \| forth \| /m);
  assert.match(stdout, /^\+ {3}3 {4}5\.50 {3}8\.00 {2}con ceived \| a \| /m);
  assert.match(stdout, /^\+ {3}3 {4}6\.00 {3}8\.50 {2}con ceived/m);
  assert.match(stdout, /must not be before the end of "years"/);
  assert.match(stdout, /^\+ {3}2 {4}2\.00 {3}4\.50 {2}our/m);
  const srt = await readFile(join(project, 'talk.srt'), 'utf8');
  assert.match(srt, /^2\n00:00:02,000 --> 00:00:04,500\nour fathers brought forth a new nation\n/m);
}
