import { defineConfig } from '@playwright/test';
import type { MockTestFixtures, MockWorkerFixtures } from 'clipwright/playwright';

const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig<MockTestFixtures, MockWorkerFixtures>({
  testMatch: '*.spec.ts',
  workers: 2,
  fullyParallel: true,
  use: {
    // The mock responds to the browser's requests to this address.
    serviceUrl: 'https://video.example.com',
    // Start the browser at CHROMIUM_PATH if this variable is set, otherwise Playwright's own browser.
    launchOptions: executablePath ? { executablePath, args: ['--no-sandbox'] } : {},
  },
});
