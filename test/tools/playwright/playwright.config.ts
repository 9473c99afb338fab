import { defineConfig } from '@playwright/test';
import type { MockTestFixtures, MockWorkerFixtures } from 'clipwright/playwright';

export default defineConfig<MockTestFixtures, MockWorkerFixtures>({
  testDir: 'specs',
  workers: 2,
  fullyParallel: true,
  reporter: [['list'], ['json', { outputFile: 'results.json' }]],
  use: {
    mockUrl: process.env.MOCK_URL,
    serviceUrl: 'https://video.example.com/api/v1',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    },
  },
});
