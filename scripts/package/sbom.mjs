import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';

/** @param {string} name @param {string} version */
const npmUrl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * The bill of materials of a package as CycloneDX 1.6: the program, its libraries and Node.
 *
 * @param {{ version: string, nodeVersion: string, packages: readonly import('./contents.mjs').Package[] }} what
 * @returns {string} JSON
 */
export function billOfMaterials({ version, nodeVersion, packages }) {
  const { Application, Library, Platform } = Enums.ComponentType;
  const bom = new Models.Bom();
  const purl = npmUrl('storedeck', version);
  const program = new Models.Component(Application, 'storedeck', {
    version,
    bomRef: purl,
    purl,
  });
  program.licenses.add(new Models.LicenseExpression('MIT'));
  bom.metadata.component = program;
  const nodePurl = `pkg:generic/node@${nodeVersion}`;
  bom.components.add(
    new Models.Component(Platform, 'node', { version: nodeVersion, bomRef: nodePurl, purl: nodePurl }),
  );
  for (const { name, version: its, licence } of packages) {
    const component = new Models.Component(Library, name, {
      version: its,
      bomRef: npmUrl(name, its),
      purl: npmUrl(name, its),
    });
    component.licenses.add(new Models.LicenseExpression(licence));
    bom.components.add(component);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return serializer.serialize(bom, { sortLists: true, space: 2 });
}
