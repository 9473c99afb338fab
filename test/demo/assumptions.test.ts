import { type Assumption, assumptions } from 'clipwright/mock';
import { expect, test } from 'vitest';

const preface = `# What the mock assumes

The service's specification leaves open what is listed here, and the mock has to do something. Nothing in the client
relies on it: a service that settles these points otherwise is served as well. The values are those that the mock's code
goes by; this page is written from them by \`npm run assumptions\`.

| Name | What the mock does | Value |
|---|---|---|
`;

test('docs/mock-assumptions.md lists them all; `npm run assumptions` writes it', async () => {
  const rows = Object.entries<Assumption>(assumptions).map(([name, { says, value }]) => {
    return `| ${name} | ${says.replaceAll('|', '\\|')} | ${value === undefined ? '' : `\`${value}\``} |\n`;
  });

  await expect(preface + rows.join('')).toMatchFileSnapshot('../../docs/mock-assumptions.md');
});
