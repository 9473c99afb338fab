/** A section of the sidebar. */
export interface Section {
  readonly title: string;
  /** Markdown files of the repository, in the order in which they are shown. */
  readonly files: readonly string[];
}

/**
 * The sidebar, from top to bottom. A guide that no section names fails the build; a file that does not exist is left
 * out, so that a guide may be named here before it is written.
 */
export const sections: readonly Section[] = [
  {
    title: 'Start',
    files: ['docs/guides/first-ten-minutes.md', 'docs/guides/shorts-pipeline.md'],
  },
  {
    title: 'Use the client',
    files: [
      'docs/guides/long-running-jobs.md',
      'docs/guides/edit-captions-and-timeline.md',
      'docs/guides/errors-and-retries.md',
      'docs/guides/idempotency.md',
      'docs/guides/pagination.md',
    ],
  },
  {
    title: 'Receive webhooks',
    files: ['docs/guides/receiving-webhooks.md', 'docs/guides/webhooks-in-tests.md'],
  },
  {
    title: 'Test offline',
    files: ['docs/guides/testing-your-app.md', 'docs/guides/simulating-failures.md', 'docs/mock-assumptions.md'],
  },
  {
    title: 'Run in production',
    files: [
      'docs/guides/production.md',
      'docs/guides/what-the-client-assumes.md',
      'docs/guides/upgrading-and-compatibility.md',
      'docs/performance.md',
      'docs/runtimes.md',
      'SECURITY.md',
      'CHANGELOG.md',
    ],
  },
];

export const examplesTitle = 'Examples';
export const referenceTitle = 'API reference';
export const httpTitle = 'HTTP API';

/** The order of the sections, with those that are made from other files than Markdown. */
export const sectionTitles: readonly string[] = [
  ...sections.map(({ title }) => title),
  examplesTitle,
  referenceTitle,
  httpTitle,
];

/** The parts of a module's page, by the folder of the files that declare its symbols; the first that fits. */
export const symbolCategories: readonly (readonly [folder: string, title: string])[] = [
  ['src/client.ts', 'Client'],
  ['src/resources/', 'Resources'],
  ['src/core/errors/', 'Errors'],
  ['src/core/options/', 'Options and hooks'],
  ['src/core/waits/', 'Waiting for jobs'],
  ['src/core/', 'Calls, results and pages'],
  ['src/contract/event.ts', 'Events'],
  ['src/contract/', 'Requests and responses'],
  ['src/webhooks/redis.ts', 'Handling each event once'],
  ['src/webhooks/dedupe', 'Handling each event once'],
  ['src/webhooks/memory-dedupe.ts', 'Handling each event once'],
  ['src/webhooks/webhook-dedupe-error.ts', 'Handling each event once'],
  ['src/webhooks/', 'Verifying, signing and handling'],
  ['src/captions/', 'Writing captions'],
  ['mock/faults/', 'Faults'],
  ['mock/deliveries/', 'Requests and deliveries'],
  ['mock/records/', 'Requests and deliveries'],
  ['mock/matchers/', 'Matchers'],
  ['mock/msw.ts', 'Handlers'],
  ['mock/', 'The mock'],
];
