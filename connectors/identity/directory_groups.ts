import { type Client, type Entry, Filter } from "ldapts";
import type { IdentityProviderSettings } from "../../domain/identity_provider/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { exceedsSizeLimit, textOf } from "./directory_attributes.ts";

/** LDAP_MATCHING_RULE_IN_CHAIN: Active Directory then follows nested groups itself. */
const IN_CHAIN = "1.2.840.113556.1.4.1941";
/** What the root entry of Active Directory lists among its capabilities. */
const ACTIVE_DIRECTORY = "1.2.840.113556.1.4.800";
const PAGE_SIZE = 500;
const MOST_GROUPS = 1_000;
/** Groups in groups are followed so deep. */
const MOST_DEPTH = 20;
const DNS_AT_ONCE = 50;

interface Person {
  provider: IdentityProviderSettings;
  entry: Entry;
}

/** The names (cn) and DNs of the groups that the person is in, those in groups too. */
export async function groupsOf(client: Client, person: Person): Promise<string[]> {
  const groups = await isActiveDirectory(client)
    ? await search(client, { person, filter: `(member:${IN_CHAIN}:=${Filter.escape(person.entry.dn)})` })
    : await walked(client, person);
  return groups.flatMap((group) => [textOf(group, "cn") ?? group.dn, group.dn]);
}

async function isActiveDirectory(client: Client): Promise<boolean> {
  const attributes = ["supportedCapabilities"];
  const { searchEntries } = await client.search("", { scope: "base", filter: "(objectClass=*)", attributes });
  return Object.values(searchEntries[0] ?? {}).flat().includes(ACTIVE_DIRECTORY);
}

/** Level by level, each group once: groups may contain each other. */
async function walked(client: Client, person: Person): Promise<Entry[]> {
  const { entry } = person;
  const found = new Map<string, Entry>();
  const uid = textOf(entry, "uid");
  let level = [entry.dn];
  for (let depth = 0; level.length > 0 && depth < MOST_DEPTH; depth++) {
    const next: string[] = [];
    for (let at = 0; at < level.length; at += DNS_AT_ONCE) {
      const members = level.slice(at, at + DNS_AT_ONCE).map(memberFilter).join("");
      const byName = depth === 0 && uid !== undefined ? `(memberUid=${Filter.escape(uid)})` : "";
      for (const group of await search(client, { person, filter: `(|${members}${byName})` })) {
        const key = group.dn.toLowerCase();
        if (found.has(key)) continue;
        found.set(key, group);
        next.push(group.dn);
        if (found.size > MOST_GROUPS) throw tooMany(person.provider);
      }
    }
    level = next;
  }
  return [...found.values()];
}

function memberFilter(dn: string): string {
  const escaped = Filter.escape(dn);
  return `(member=${escaped})(uniqueMember=${escaped})`;
}

async function search(
  client: Client,
  { person: { provider }, filter }: { person: Person; filter: string },
): Promise<Entry[]> {
  const base = provider.ldap?.group_base ?? provider.ldap?.user_base ?? "";
  const found = client.search(base, {
    scope: "sub",
    filter,
    attributes: ["cn"],
    paged: { pageSize: PAGE_SIZE },
  });
  const { searchEntries } = await found.catch((error) => {
    throw exceedsSizeLimit(error) ? overLimit(provider) : error;
  });
  if (searchEntries.length > MOST_GROUPS) throw tooMany(provider);
  return searchEntries;
}

/** Of OpenLDAP, whose limit (500 if nothing is set) counts the entries of all pages. */
function overLimit({ name, client_id }: IdentityProviderSettings): Refusal {
  return new Refusal(
    "FORBIDDEN",
    `You are in more groups than "${name}" lists; an administrator must narrow group_base, or raise the size limit of ` +
      `${client_id} there`,
  );
}

function tooMany({ name }: IdentityProviderSettings): Refusal {
  return new Refusal(
    "FORBIDDEN",
    `You are in more than ${MOST_GROUPS} groups of "${name}"; an administrator must narrow group_base`,
  );
}
