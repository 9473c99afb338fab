import { expect } from '@playwright/test';
import { test } from './app-test.ts';

const captions = 'WEBVTT\n\n00:00.000 --> 00:04.000\nFour score and seven years ago\n';

test('the page shows the captions that the server has read', async ({ page, mock }) => {
  const { id } = await mock.seed.project({ name: 'Talk', captions });

  await page.goto(`/${id}`);

  await expect(page.getByRole('listitem')).toHaveText(['Four score and seven years ago']);
});

test('the page finds words with requests from the browser', async ({ page, mock }) => {
  const { id } = await mock.seed.project({ name: 'Talk', captions });
  await page.goto(`/${id}`);

  await page.getByLabel('Word').fill('score');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('status')).toHaveText('Found 1');
});

test('the page shows the error of a failed search', async ({ page, mock }) => {
  const { id } = await mock.seed.project({ name: 'Talk', captions });
  await mock.faults.add({ match: { endpoint: 'captions.words.list' }, status: 403 });
  await page.goto(`/${id}`);

  await page.getByLabel('Word').fill('score');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('status')).toContainText('PermissionDeniedError');
});
