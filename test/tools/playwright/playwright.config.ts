import { defineConfig } from '@playwright/test';
import type { MockTestFixtures, MockWorkerFixtures } from 'clipwright/playwright';

export default defineConfig<MockTestFixtures, MockWorkerFixtures>({
  testDir: 'specs',
  workers: 2,
  reporter: [['list'], ['json', { outputFile: 'results.json' }]],
  use: {
    serviceUrl: 'https://video.example.com/api/v1',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    },
  },
});
