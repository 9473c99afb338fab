import { type Assumption, assumptions } from 'clipwright/mock';
import { expect, test } from 'vitest';

const preface = `# What the mock assumes

The service's specification leaves these points open, and the mock has to decide them. The client relies on none of them:
it also works with a service that decides otherwise. The mock's code uses these values; \`npm run generate\` writes this
page from them.

| Name | Assumption | Value |
|---|---|---|
`;

test('docs/mock-assumptions.md lists all assumptions; `npm run generate` writes it', async () => {
  const rows = Object.entries<Assumption>(assumptions).map(([name, { says, value }]) => {
    return `| ${name} | ${says.replaceAll('|', '\\|')} | ${value === undefined ? '' : `\`${value}\``} |\n`;
  });

  await expect(preface + rows.join('')).toMatchFileSnapshot('../../docs/mock-assumptions.md');
});
