/** A section of the sidebar. */
export interface Section {
  readonly title: string;
  /** Markdown files of the repository, in the order in which they are shown. */
  readonly files: readonly string[];
}

/**
 * The sections of the sidebar, from top to bottom. The build fails if a guide is in no section. It skips files that do not
 * exist, so a guide may be listed here before it is written.
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
    files: [
      'docs/guides/testing-your-app.md',
      'docs/guides/simulating-failures.md',
      'docs/guides/console.md',
      'docs/guides/shared-mock.md',
      'docs/guides/playwright.md',
      'docs/guides/command-line.md',
      'docs/guides/other-languages.md',
      'docs/mock-assumptions.md',
    ],
  },
  {
    title: 'Run in production',
    files: [
      'docs/guides/first-day.md',
      'docs/guides/production.md',
      'docs/guides/past-one-process.md',
      'docs/guides/workflow-engines.md',
      'docs/guides/what-the-client-assumes.md',
      'docs/guides/upgrading-and-compatibility.md',
      'docs/performance.md',
      'docs/runtimes.md',
      'SECURITY.md',
      'CHANGELOG.md',
    ],
  },
  {
    title: 'For assistants',
    files: [
      'docs/skills/clipwright-app/SKILL.md',
      'docs/skills/clipwright-tests/SKILL.md',
      'docs/skills/clipwright-webhooks/SKILL.md',
    ],
  },
];

export const examplesTitle = 'Examples';
export const httpTitle = 'HTTP API';

/** The parts of a module, in order. Each lists the paths that declare its symbols. The longest matching path wins. */
export const symbolParts: readonly (readonly [title: string, ...paths: string[]])[] = [
  ['Client', 'src/client.ts'],
  ['Resources', 'src/resources/'],
  ['Options and hooks', 'src/core/options/'],
  ['Errors', 'src/core/errors/', 'src/captions/invalid-caption-error.ts'],
  ['Waiting for jobs', 'src/core/waits/'],
  ['Calls, results and pages', 'src/core/'],
  [
    'Handling each event once',
    'src/webhooks/redis.ts',
    'src/webhooks/dedupe',
    'src/webhooks/memory-dedupe.ts',
    'src/webhooks/sql.ts',
  ],
  ['Waking waits', 'src/webhooks/events.ts', 'src/webhooks/redis-events.ts'],
  ['Verifying, signing and handling', 'src/webhooks/'],
  ['Writing captions', 'src/captions/'],
  ['Downloading files', 'src/node/', 'src/core/errors/download-error.ts'],
  ['The mock', 'mock/'],
  ['Time and jobs', 'mock/time/', 'mock/jobs/'],
  ['Faults', 'mock/faults/'],
  ['What was requested and delivered', 'mock/records/', 'mock/deliveries/'],
  ['State, assumptions, OpenAPI', 'mock/state/', 'mock/assumptions.ts', 'mock/openapi/'],
  ['Matchers', 'mock/matchers/'],
  ['Fixtures', 'mock/test-runners/'],
  ['Handlers', 'mock/msw.ts'],
  ['Events', 'src/contract/event.ts'],
  ['Requests and responses', 'src/contract/'],
];

/** The order of the parts on the page of a module. */
export const categoryOrder: readonly string[] = symbolParts.map(([title]) => title);
