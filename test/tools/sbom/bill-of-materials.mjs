import { Contrib, Enums, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library';

const spec = Spec.Spec1dot6;

/** Returns the package and its components as CycloneDX JSON, without a timestamp or a random id, so that it is reproducible. */
export function billOfMaterials({ name, version, description, license }, components) {
  const bom = new Models.Bom();
  const licenses = new Contrib.License.Factories.LicenseFactory();
  const toComponent = ({ name, version, license, description }, type) => {
    const component = new Models.Component(type, name, { version, description, bomRef: `${name}@${version}` });
    component.purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    component.licenses.add(licenses.makeFromString(license));
    return component;
  };
  const root = toComponent({ name, version, license, description }, Enums.ComponentType.Library);
  bom.metadata.component = root;
  for (const each of components) {
    const component = toComponent(each, Enums.ComponentType.Library);
    const { alg, hash } = hashOf(each.integrity);
    component.hashes.set(alg, hash);
    component.properties.add(new Models.Property('clipwright:bundled', String(each.isBundled)));
    component.properties.add(new Models.Property('clipwright:installed', String(each.isInstalled)));
    bom.components.add(component);
    root.dependencies.add(component.bomRef);
  }
  return new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(spec)).serialize(bom, {
    sortLists: true,
    space: 2,
  });
}

/** Throws if the text violates CycloneDX's JSON schema. */
export async function validate(json) {
  const problem = await new Validation.JsonStrictValidator(spec.version).validate(json);
  if (problem !== null) throw new Error(`The SBOM is not valid: ${JSON.stringify(problem)}`);
}

function hashOf(integrity) {
  const [, digest] = integrity.split('sha512-');
  return { alg: Enums.HashAlgorithm['SHA-512'], hash: Buffer.from(digest, 'base64').toString('hex') };
}
