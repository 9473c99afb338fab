import { test } from 'clipwright/playwright';

test('a worker is killed during its test', ({ mockServer }) => {
  console.log(`The killed worker listened at ${mockServer.baseUrl}.`);
  process.kill(process.pid, 'SIGKILL');
});
