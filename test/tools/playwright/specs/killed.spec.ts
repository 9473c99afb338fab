import { test } from 'clipwright/playwright';

test('a worker that is killed', ({ mockServer }) => {
  console.log(`The killed worker listened at ${mockServer.baseUrl}.`);
  process.kill(process.pid, 'SIGKILL');
});
