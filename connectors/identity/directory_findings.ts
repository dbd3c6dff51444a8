import type { Client } from "ldapts";
import type { IdentityProviderSettings, TestFinding } from "../../domain/identity_provider/types.ts";
import type { PinningGuard } from "../outbound.ts";
import { bindService } from "./directory.ts";
import { exceedsSizeLimit } from "./directory_attributes.ts";
import { reasonOf } from "./errors.ts";
import { withLdap } from "./ldap_connection.ts";

/** Each check of a directory that can be made without a person; the first failed one hides those that need it. */
export async function testDirectory(
  provider: IdentityProviderSettings,
  outbound: PinningGuard,
): Promise<TestFinding[]> {
  const findings: TestFinding[] = [];
  try {
    await withLdap(provider, {
      outbound,
      work: async (client) => {
        findings.push({ check: "connection", status: "ok", message: "The directory is reached by TLS" });
        findings.push(await boundFinding(client, provider));
        if (findings.at(-1)?.status === "ok") findings.push(...await foundFindings(client, provider));
      },
    });
  } catch (error) {
    if (findings.length === 0) {
      findings.push({ check: "connection", status: "failed", message: reasonOf(error) });
    }
  }
  return findings;
}

async function boundFinding(client: Client, provider: IdentityProviderSettings): Promise<TestFinding> {
  const check = "client";
  try {
    await bindService(client, provider);
    return { check, status: "ok", message: "The directory accepts the DN and the password" };
  } catch (error) {
    return { check, status: "failed", message: reasonOf(error) };
  }
}

async function foundFindings(client: Client, provider: IdentityProviderSettings): Promise<TestFinding[]> {
  const { ldap, grants } = provider;
  const anybody = (ldap?.user_filter ?? "").replaceAll("{username}", "*");
  const groups = "(|(objectClass=group)(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)" +
    "(objectClass=posixGroup))";
  return [
    await searched(client, { check: "people", base: ldap?.user_base ?? "", filter: anybody }),
    await searched(client, {
      check: "groups",
      base: ldap?.group_base ?? ldap?.user_base ?? "",
      filter: groups,
    }),
    grants.length === 0
      ? { check: "claims", status: "failed", message: "No group has a role (grants), so nobody can sign in" }
      : {
        check: "claims",
        status: "unclear",
        message: "Only a sign-in shows whether the groups' names are right",
      },
  ];
}

async function searched(
  client: Client,
  { check, base, filter }: { check: "people" | "groups"; base: string; filter: string },
): Promise<TestFinding> {
  try {
    const { searchEntries } = await client.search(base, {
      filter,
      scope: "sub",
      sizeLimit: 1,
      attributes: ["cn"],
    });
    return searchEntries.length > 0
      ? { check, status: "ok", message: `There are ${check} under ${base}` }
      : { check, status: "failed", message: `Andon's account sees no ${check} under ${base}` };
  } catch (error) {
    // More than one is found.
    if (exceedsSizeLimit(error)) return { check, status: "ok", message: `There are ${check} under ${base}` };
    return { check, status: "failed", message: `${base} cannot be searched: ${reasonOf(error)}` };
  }
}
