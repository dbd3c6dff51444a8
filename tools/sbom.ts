/** The parts of a Deno lock file, version 5, that name npm packages. */
export interface LockFile {
  /** `npm:hono@4` to the version that it resolves to, with its peers: `4.13.19_zod@4.6.7`. */
  specifiers: Record<string, string>;
  /** By name and version, with peers: `hono@4.13.19`. */
  npm: Record<string, LockedPackage>;
}

export interface LockedPackage {
  /** `sha512-` and the digest of the package's archive in base64. */
  integrity: string;
  /** Names of packages, with a version where the lock has several. */
  dependencies?: string[];
}

/** The application that the packages belong to. `license`: an SPDX identifier. */
export interface Application {
  name: string;
  version: string;
  license: string;
}

/** The licence that a package's `package.json` states; undefined if it states none. */
export type LicenseOf = (name: string, version: string) => string | undefined;

interface Component {
  type: "application" | "library";
  "bom-ref": string;
  name: string;
  version: string;
  group?: string;
  purl?: string;
  hashes?: { alg: "SHA-512"; content: string }[];
  licenses?: License[];
}

type License = { license: { id: string } | { name: string } } | { expression: string };

export type Sbom = ReturnType<typeof sbomOf>;

/** The software bill of materials of a lock file: CycloneDX 1.6 in JSON. The same lock gives the same document. */
export function sbomOf(
  lock: LockFile,
  { application, licenseOf }: { application: Application; licenseOf: LicenseOf },
) {
  const root = `${application.name}@${application.version}`;
  const graph = new Map<string, Set<string>>([[root, new Set(directOf(lock).map(purlOf))]]);
  const components = new Map<string, Component>();
  for (const [key, locked] of Object.entries(lock.npm)) {
    const purl = purlOf(key);
    components.set(purl, componentOf(key, { locked, licenseOf }));
    const further = (locked.dependencies ?? []).map((dependency) => purlOf(keyOf(dependency, lock)));
    graph.set(purl, new Set([...graph.get(purl) ?? [], ...further]));
  }
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": root,
        name: application.name,
        version: application.version,
        licenses: licensesOf(application.license),
      } satisfies Component,
    },
    components: [...components.values()].sort(byRef),
    dependencies: [...graph].map(([ref, further]) => ({ ref, dependsOn: [...further].sort() })),
  };
}

function byRef(a: Component, b: Component): number {
  return a["bom-ref"] < b["bom-ref"] ? -1 : 1;
}

function componentOf(
  key: string,
  { locked, licenseOf }: { locked: LockedPackage; licenseOf: LicenseOf },
): Component {
  const { name, version } = packageOf(key);
  const [group, bare] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const license = licenseOf(name, version);
  return {
    type: "library",
    "bom-ref": purlOf(key),
    ...(group !== undefined && { group }),
    name: bare,
    version,
    purl: purlOf(key),
    hashes: [{ alg: "SHA-512", content: sha512Of(key, locked) }],
    ...(license !== undefined && { licenses: licensesOf(license) }),
  };
}

function sha512Of(key: string, { integrity }: LockedPackage): string {
  const digest = /^sha512-(.+)$/.exec(integrity)?.[1];
  if (digest === undefined) {
    throw new TypeError(
      `The lock has no SHA-512 of ${key}: "${integrity}"; run deno task --frozen=false lock`,
    );
  }
  return Uint8Array.fromBase64(digest).toHex();
}

function licensesOf(license: string): License[] {
  if (/^[A-Za-z0-9.+-]+$/.test(license)) return [{ license: { id: license } }];
  return [/ (OR|AND|WITH) /.test(license) ? { expression: license } : { license: { name: license } }];
}

/** The keys of the packages that Andon itself imports. */
function directOf({ specifiers }: LockFile): string[] {
  return Object.entries(specifiers).map(([specifier, version]) => {
    const name = /^npm:(@?[^@]+)@/.exec(specifier)?.[1];
    if (name === undefined) throw new TypeError(`"${specifier}" in the lock is no npm package`);
    return `${name}@${version}`;
  });
}

/** A dependency is named without its version where the lock has one version of it. */
function keyOf(dependency: string, { npm }: LockFile): string {
  const key = Object.keys(npm).find((key) => key === dependency || packageOf(key).name === dependency);
  if (key === undefined) {
    throw new TypeError(`The lock has no package "${dependency}"; run deno task --frozen=false lock`);
  }
  return key;
}

/** A key without the peers that follow the version: `@hono/zod-openapi@1.6.3_hono@4.13.19`. */
export function packageOf(key: string): { name: string; version: string } {
  const [, name, version] = /^(@?[^@]+)@([^_]+)/.exec(key) ?? [];
  if (name === undefined || version === undefined) {
    throw new TypeError(`"${key}" in the lock names no package and version`);
  }
  return { name, version };
}

/** The package URL of a key: `pkg:npm/%40hono/zod-openapi@1.6.3`. */
export function purlOf(key: string): string {
  const { name, version } = packageOf(key);
  return `pkg:npm/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;
}
