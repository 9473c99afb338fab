import { expect, test } from 'vitest';
import { entries } from '../../../tsup.config.ts';
import { apiReports } from '../support/api-report.ts';

const names = Object.entries(entries).map(([entry, file]) => [
  entry === 'index' ? 'clipwright' : `clipwright/${entry}`,
  file,
]);

test('docs/api-report has the public types of every entry: `npm run generate` writes it', async () => {
  for (const [entry, report] of apiReports(Object.fromEntries(names))) {
    const file = entry.replaceAll('/', '-');
    await expect(report, `${entry}: see what changed, then npm run generate`).toMatchFileSnapshot(
      `../../docs/api-report/${file}.md`,
    );
  }
});
