import type { Hints } from "../support/schema_limits.ts";
import { PLACEHOLDERS } from "./limit_fixture.ts";

const LONGEST_RANGE = "2001:0db8:0000:0000:0000:0000:0000:0001/128";
/** Base64url. */
const BINARY = /^(credential_id|client_data_json|authenticator_data|attestation_object|signature)$/;
const ADDRESS = "https://plant.example/";

const PEM_ENDS = ["-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"] as const;
export const PEM = PEM_ENDS.join("\nAA==\n");

/** A host or a mail address of so many characters. */
function hostOf(place: string, length: number): string {
  const labels = (letters: number) => "x.".repeat(letters / 2).slice(0, -2).padEnd(letters, "x");
  return place.endsWith("host") ? labels(length) : `x@${labels(length - 2)}`;
}

/** A secret of so many characters like another one; signing secrets have bounds of their own. */
function secretOf(like: string, { character, length }: { character: string; length: number }) {
  if (like.startsWith("whsec_") || character !== "x") return undefined;
  return like.startsWith("https:") ? like.padEnd(length, character) : character.repeat(length);
}

/** What a text must be like besides its length. */
export const HINTS: Hints = {
  text(place, { character, length, like }) {
    if (/placeholder_name$|placeholder_mappings\.\{key\}$|^placeholders\.\{key\}$/.test(place)) {
      return character === "x" ? "X".repeat(length) : undefined;
    }
    if (place === "allowed_addresses.[]") {
      if (character !== "x") return undefined;
      return length === LONGEST_RANGE.length ? LONGEST_RANGE : character.repeat(length);
    }
    // The only name of a whole body that takes no spaces and capitals.
    if (place === "name" && /^heartbeat-\d+$/.test(String(like))) {
      return character === "x" ? character.repeat(length) : undefined;
    }
    if (place.endsWith(".expression")) return character === "x" ? "<PUMP>".padEnd(length) : undefined;
    if (place === "pin") {
      return character === "x" ? "583920471836".padEnd(length, "7").slice(0, length) : undefined;
    }
    if (BINARY.test(place) && character !== "x") return undefined;
    if (place === "scopes") return `openid ${character.repeat(length - "openid ".length)}`;
    if (place === "issuer" && String(like).startsWith("ldaps:")) {
      return "ldaps://" + character.repeat(length - "ldaps://".length);
    }
    if (place === "ldap.user_filter") return "{username}" + character.repeat(length - "{username}".length);
    if (/^config\|\d\.(host|from|to\.\[\])$/.test(place)) {
      return character === "x" ? hostOf(place, length) : undefined;
    }
    if (/^config\|\d\.headers\.\[\]\.name$/.test(place)) {
      return character === "x" ? character.repeat(length) : undefined;
    }
    if (/^config\|\d\.url$/.test(place)) return ADDRESS + character.repeat(length - ADDRESS.length);
    if (place === "secrets.{}") return secretOf(String(like), { character, length });
    if (place === "secrets.{key}") return character === "x" ? character.repeat(length) : undefined;
    if (place === "ldap.ca" || /^config\|\d\.ca(\|0)?$/.test(place)) {
      return character === "x" ? PEM_ENDS.join("A".repeat(length - PEM_ENDS.join("").length)) : undefined;
    }
    if (/(^|\.)base_url$/.test(place) || place === "issuer") {
      return ADDRESS + character.repeat(length - ADDRESS.length);
    }
    // 20,000 of these take more than the bytes of a message: tried by size_limits_test.
    if (/^(test_)?message$/.test(place) && character !== "x") return undefined;
    if (/(^|\.)api_key$/.test(place) && character !== "x") return undefined;
    if (place === "start_page") {
      return character === "x" ? "/wall?find=".padEnd(length, character) : undefined;
    }
    if (place === "path") return `/${character.repeat(length - 1)}`;
    if (place === "region") return character === "x" ? "us-west".padEnd(length) : undefined;
    return character.repeat(length);
  },
  isNeeded: (place, like) => place === "ldap" && like !== null,
  key: (place, index) => /placeholder/.test(place) ? PLACEHOLDERS[index] ?? `P${index}` : `key_${index}`,
  item(place, like, index) {
    if (/(^|\.)rules$/.test(place)) return { ...fieldsOf(like), rule_id: `rule ${index}` };
    if (/(^|\.)placeholders$/.test(place)) {
      return { ...fieldsOf(like), placeholder_name: PLACEHOLDERS.toReversed()[index] ?? `P${index}` };
    }
    return like;
  },
};

function fieldsOf(like: unknown): object {
  return typeof like === "object" && like !== null ? like : {};
}
