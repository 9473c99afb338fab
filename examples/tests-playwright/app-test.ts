import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { test as base } from 'clipwright/playwright';

/** A test function that starts one app per worker. The app's server calls the worker's mock. */
export const test = base.extend<object, { readonly appUrl: string }>({
  appUrl: [
    async ({ mockServer: { baseUrl, apiKey } }, use) => {
      const env = { ...process.env, CLIPWRIGHT_BASE_URL: baseUrl, CLIPWRIGHT_API_KEY: apiKey };
      const next = ['node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1', '--port', '0'];
      const app = spawn(process.execPath, next, { env, stdio: ['ignore', 'pipe', 'inherit'] });
      await use(await printedUrl(app.stdout));
      app.kill();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ appUrl }, use) => use(appUrl),
});

async function printedUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const url = /http:\S+/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error('The app did not start. Run npm run build first.');
}
