/** Permissive licenses, which require only the notices that are published with the package. */
const allowed = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);

export function refuseLicenses(components) {
  const refused = components.filter(({ license }) => !allowed.has(license));
  if (refused.length === 0) return;
  const list = refused.map(({ name, version, license }) => `${name} ${version}: ${license ?? 'none'}`).join('\n');
  throw new Error(`These licenses are not allowed in the published code:\n${list}`);
}
