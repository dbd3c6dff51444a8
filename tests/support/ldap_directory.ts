import ldap from "ldapjs";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { freePort } from "./free_port.ts";

export const SERVICE = {
  dn: "cn=andon,ou=service,dc=plant,dc=example",
  password: "the password of andon",
} as const;
export const PEOPLE = "ou=people,dc=plant,dc=example";
export const GROUPS = "ou=groups,dc=plant,dc=example";

const INVALID_CREDENTIALS = 49;
const IN_CHAIN = "1.2.840.113556.1.4.1941";
const START_TLS = "1.3.6.1.4.1.1466.20037";

export interface DirectoryPerson {
  uid: string;
  password: string;
  /** Besides those that every person has. */
  attributes?: Record<string, string | string[] | Buffer[]>;
}

export interface LdapDirectoryOptions {
  people: DirectoryPerson[];
  /** The members of each group: `uid=anna`, or `cn=shift` for a group. */
  groups: Record<string, string[]>;
  /** True: as Active Directory, which follows groups in groups itself and names people otherwise. */
  isActiveDirectory?: boolean;
  /** The most entries that a search returns, of all pages together, as in OpenLDAP. */
  sizeLimit?: number;
}

export interface LdapDirectory extends AsyncDisposable {
  /** Encrypted from the beginning, and by StartTLS. */
  ldaps: string;
  startTls: string;
  /** The filters that were asked for. */
  filters: string[];
  /** The DNs that a bind was tried with. */
  binds: string[];
  /** Everything that came unencrypted. */
  plain: Uint8Array[];
}

const TLS = new URL("./tls/", import.meta.url);
export const DIRECTORY_CA = Deno.readTextFileSync(new URL("localhost.cert.pem", TLS));

/** A directory that speaks LDAP over real sockets on loopback. */
export async function ldapDirectory(options: LdapDirectoryOptions): Promise<LdapDirectory> {
  const key = Deno.readTextFileSync(new URL("localhost.key.pem", TLS));
  const server = ldap.createServer({ certificate: DIRECTORY_CA, key });
  const filters: string[] = [], binds: string[] = [], plain: Uint8Array[] = [];
  server.bind("", (request: LdapRequest, answer: LdapAnswer) => {
    const given = { dn: plainDn(request.dn.toString()), password: request.credentials };
    binds.push(given.dn);
    const isRight = isBound(options, given);
    if (!isRight) answer.diagnosticMessage = refusalOf(options, given);
    answer.end(isRight ? 0 : INVALID_CREDENTIALS);
  });
  server.search("", (request: LdapRequest, answer: LdapAnswer) => {
    const base = plainDn(request.dn.toString());
    filters.push(request.filter.toString());
    // The package compares names of attributes by case, unlike directories.
    answer.attributes = answer.attributes.map((name) => name.toLowerCase());
    const found = base === ""
      ? [rootOf(options)]
      : entriesOf(options).filter(({ dn, attributes }) =>
        dn.endsWith(base) && matches(request.filter, { dn, attributes, options })
      );
    const limits = [request.sizeLimit, options.sizeLimit ?? 0].filter((limit) => limit > 0);
    const most = Math.min(found.length, ...limits);
    for (const entry of found.slice(0, most)) answer.send(entry);
    answer.end(found.length > most ? 4 : 0);
  });
  const port = freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const front = await startTlsFront(port, plain);
  return {
    ldaps: `ldaps://localhost:${port}`,
    startTls: `ldap://localhost:${front.port}`,
    filters,
    binds,
    plain,
    async [Symbol.asyncDispose]() {
      front.close();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

interface LdapFilter {
  type: string;
  attribute?: string;
  value?: string;
  filters?: LdapFilter[];
  matchingRule?: string;
  matchValue?: string;
  toString(): string;
}

interface LdapRequest {
  dn: { toString(): string };
  credentials: string;
  filter: LdapFilter;
  sizeLimit: number;
}

interface LdapAnswer {
  /** The names that the client asked for. */
  attributes: string[];
  diagnosticMessage: string;
  send(entry: LdapEntry): void;
  end(status?: number): void;
}

interface LdapEntry {
  dn: string;
  attributes: Record<string, string | string[] | Buffer[]>;
}

function rootOf({ isActiveDirectory = false }: LdapDirectoryOptions): LdapEntry {
  const supportedcapabilities = isActiveDirectory ? ["1.2.840.113556.1.4.800"] : ["1.3.6.1.4.1.4203.1.5.1"];
  return { dn: "", attributes: { objectclass: ["top"], supportedcapabilities } };
}

function entriesOf({ people, groups, isActiveDirectory = false }: LdapDirectoryOptions): LdapEntry[] {
  return [
    ...people.map(({ uid, attributes = {} }) => ({
      dn: `uid=${uid},${PEOPLE}`,
      attributes: {
        objectclass: ["person"],
        cn: uid,
        ...isActiveDirectory
          ? { sAMAccountName: uid, objectGUID: guidOf(uid) }
          : { uid, entryUUID: `uuid-of-${uid}` },
        ...attributes,
      },
    })),
    ...Object.entries(groups).map(([name, members]) => ({
      dn: `cn=${name},${GROUPS}`,
      attributes: { objectclass: ["groupOfNames"], cn: name, member: members.map(dnOf) },
    })),
  ];
}

function dnOf(name: string): string {
  return `${name},${name.startsWith("uid=") ? PEOPLE : GROUPS}`;
}

/** 16 bytes, of which some have a meaning in filters. The package reads only UTF-8. */
function guidOf(uid: string): Buffer[] {
  return [Buffer.concat([Buffer.from("2a28290d2a01", "hex"), Buffer.from(uid.padEnd(10).slice(0, 10))])];
}

/** The kinds of filters that Andon sends. The package's own evaluation compares names of attributes by case. */
function matches(filter: LdapFilter, of: LdapEntry & { options: LdapDirectoryOptions }): boolean {
  const { dn, attributes, options } = of;
  const wanted = filter.attribute?.toLowerCase();
  const values = Object.entries(attributes).filter(([name]) => name.toLowerCase() === wanted)
    .flatMap(([, value]): (string | Uint8Array)[] => [value].flat());
  switch (filter.type) {
    case "OrFilter":
      return filter.filters?.some((one) => matches(one, of)) === true;
    case "AndFilter":
      return filter.filters?.every((one) => matches(one, of)) === true;
    case "PresenceFilter":
      return values.length > 0;
    case "EqualityFilter":
      return values.some((value) =>
        typeof value !== "string"
          ? unescaped(filter.value ?? "") === new TextDecoder().decode(value)
          : plainDn(value) === plainDn(filter.value ?? "")
      );
    case "ExtensibleFilter": {
      const name = dn.slice(0, dn.indexOf(","));
      return filter.matchingRule === IN_CHAIN && name.startsWith("cn=") &&
        containsDeep(options, { group: name.slice(3), member: filter.matchValue ?? "" });
    }
    default:
      return false;
  }
}

function unescaped(text: string): string {
  return text.replace(/\\([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}

function containsDeep(
  options: LdapDirectoryOptions,
  { group, member }: { group: string; member: string },
  seen = new Set<string>(),
): boolean {
  if (seen.has(group)) return false;
  seen.add(group);
  return (options.groups[group] ?? []).some((one) =>
    plainDn(dnOf(one)) === plainDn(member) ||
    (one.startsWith("cn=") && containsDeep(options, { group: one.slice(3), member }, seen))
  );
}

function plainDn(dn: string): string {
  return dn.replace(/\s*,\s*/g, ",").toLowerCase();
}

function isBound(
  { people }: LdapDirectoryOptions,
  { dn, password }: { dn: string; password: string },
): boolean {
  // As real directories do, an empty password binds anybody, without proving anything.
  if (password === "") return true;
  if (dn === plainDn(SERVICE.dn)) return password === SERVICE.password;
  return people.some((person) => dn === plainDn(dnOf(`uid=${person.uid}`)) && person.password === password);
}

/** Active Directory says more about some right passwords. */
function refusalOf(
  { people }: LdapDirectoryOptions,
  { dn, password }: { dn: string; password: string },
): string {
  const person = people.find(({ uid }) => dn === plainDn(dnOf(`uid=${uid}`)));
  const isExpired = person !== undefined && `expired ${password}` === person.password;
  return `80090308: LdapErr: DSID-0C09, comment: AcceptSecurityContext error, data ${
    isExpired ? 532 : "52e"
  }, v4563`;
}

/** Answers StartTLS and then passes the bytes to the port that speaks TLS. */
async function startTlsFront(tlsPort: number, plain: Uint8Array[]) {
  const port = freePort();
  const open = new Set<Socket>();
  const server = createTcpServer((socket) => {
    open.add(socket);
    socket.on("error", () => {});
    socket.once("data", (request: Uint8Array) => {
      plain.push(request);
      if (!new TextDecoder().decode(request).includes(START_TLS)) {
        socket.destroy();
        return;
      }
      const behind = connect({ port: tlsPort, host: "127.0.0.1" });
      open.add(behind);
      behind.on("error", () => {});
      behind.once("connect", () => {
        // An extended response to this message, whose id is its fifth byte, with the result success.
        socket.write(Uint8Array.fromHex(`300c0201${request.subarray(4, 5).toHex()}78070a010004000400`));
        socket.pipe(behind).pipe(socket);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { port, close };
}
