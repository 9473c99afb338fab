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
    // Use the browser that the environment names, or else Playwright's own.
    launchOptions: executablePath ? { executablePath, args: ['--no-sandbox'] } : {},
  },
});
