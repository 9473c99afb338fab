import { defineConfig } from '@playwright/test';
import type { MockTestFixtures, MockWorkerFixtures } from 'clipwright/playwright';

const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig<MockTestFixtures, MockWorkerFixtures>({
  testMatch: '*.spec.ts',
  workers: 2,
  fullyParallel: true,
  use: {
    // What the browser calls at this address, the mock responds to.
    serviceUrl: 'https://video.example.com',
    // Playwright's own browser, unless the environment names another.
    launchOptions: executablePath ? { executablePath, args: ['--no-sandbox'] } : {},
  },
});
