// Checks the licenses of all code that is published or installed with the package, and writes the bill of materials.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { billOfMaterials, validate } from './bill-of-materials.mjs';
import { manifest, readComponents } from './components.mjs';
import { refuseLicenses } from './licenses.mjs';

const components = readComponents();
refuseLicenses(components);
const json = billOfMaterials(manifest, components);
await validate(json);
writeFileSync(fileURLToPath(new URL('../../../sbom.cdx.json', import.meta.url)), `${json}\n`);
console.log(
  `sbom.cdx.json: ${components.map(({ name, version, license }) => `${name} ${version} (${license})`).join(', ')}`,
);
