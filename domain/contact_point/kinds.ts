import type { Issue } from "../shared/refusal.ts";
import type { ContactPointSecrets, KindOf } from "./kind.ts";
import { SLACK, TEAMS } from "./kinds/channels.ts";
import { EMAIL } from "./kinds/email.ts";
import { HTTP } from "./kinds/http.ts";
import { MQTT } from "./kinds/mqtt.ts";
import { WEBHOOK } from "./kinds/webhook.ts";
import { CONTACT_POINT_LIMITS } from "./limits.ts";
import type { KindShape, SettingsOf, SettingsShape } from "./settings_fields.ts";

/** Every kind, in the order in which the console offers them. */
const KINDS = {
  email: EMAIL,
  teams: TEAMS,
  slack: SLACK,
  webhook: WEBHOOK,
  mqtt: MQTT,
  http: HTTP,
};

export type ContactPointKind = keyof typeof KINDS;
export const CONTACT_POINT_KINDS = Object.keys(KINDS) as ContactPointKind[];

type ConfigBy = {
  [K in ContactPointKind]: SettingsOf<ReturnType<(typeof KINDS)[K]["settings"]> & KindShape<K>>;
};

/** The settings of one kind. */
export type ConfigOf<K extends ContactPointKind> = ConfigBy[K];
export type ContactPointConfig = ConfigOf<ContactPointKind>;

/** A kind for any settings; those that are passed to it must be of that kind. */
export function kindOf(kind: ContactPointKind): KindOf<SettingsShape, ContactPointConfig> {
  return KINDS[kind] as KindOf<SettingsShape, ContactPointConfig>;
}

/** Which addresses of persons a message can go to; null: none. */
export function addressesOf(config: ContactPointConfig): "mail" | "number" | null {
  return kindOf(config.kind).addresses?.(config) ?? null;
}

export function receiverOf(config: ContactPointConfig, secrets: ContactPointSecrets): string {
  return kindOf(config.kind).receiver(config, secrets);
}

export function takesAddresses(config: ContactPointConfig): boolean {
  return addressesOf(config) !== null;
}

export function hasOwnReceiver(config: ContactPointConfig): boolean {
  return kindOf(config.kind).hasOwnReceiver?.(config) ?? true;
}

/** What is wrong with the secrets for these settings, each with its path. */
export function secretIssues(config: ContactPointConfig, secrets: ContactPointSecrets): Issue[] {
  const { secrets: taken, uses, spare, secretProblem } = kindOf(config.kind);
  const issues: Issue[] = [];
  const { secrets: most } = CONTACT_POINT_LIMITS;
  if (Object.keys(secrets).length > most) {
    issues.push({ path: "secrets", message: `Takes at most ${most} secrets with those that are stored` });
  }
  const missing = uses(config).filter((name) => secrets[name] === undefined && !spare?.includes(name));
  for (const name of missing) issues.push({ path: `secrets.${name}`, message: "Is required" });
  for (const [name, value] of Object.entries(secrets)) {
    const isTaken = taken === undefined || Object.hasOwn(taken, name);
    const problem = isTaken ? secretProblem?.(name, value) : `${config.kind} takes no secret of this name`;
    if (problem !== undefined) issues.push({ path: `secrets.${name}`, message: problem });
  }
  return issues;
}
