import { expect, test } from 'vitest';
import { recordExamples } from './examples.ts';

test('the checked-in examples are what a mock receives, responds and sends; `npm run openapi` writes them', async () => {
  const examples = await recordExamples();

  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot('../../mock/openapi/examples.json');
});
