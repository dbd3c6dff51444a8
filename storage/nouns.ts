import type { ApiKeyRecord } from "../domain/access/schema.ts";
import { AREA_LIMITS } from "../domain/area/limits.ts";
import type { AreaRecord } from "../domain/area/schema.ts";
import type { AssistantTypeRecord } from "../domain/assistant/schema.ts";
import { CONTACT_POINT_LIMITS } from "../domain/contact_point/limits.ts";
import type { ContactPointRecord } from "../domain/contact_point/schema.ts";
import { IDENTITY_LIMITS, type IdentityProviderRecord } from "../domain/identity_provider/schema.ts";
import { POLICY_LIMITS } from "../domain/notification_policy/limits.ts";
import type { PolicyRecord } from "../domain/notification_policy/schema.ts";
import type { OutOfServiceRecord } from "../domain/out_of_service/schema.ts";
import type { ProviderRecord } from "../domain/provider/schema.ts";
import type { ResourceType } from "../domain/push/types.ts";
import { ROSTER_LIMITS } from "../domain/roster/limits.ts";
import type { RosterRecord } from "../domain/roster/schema.ts";
import type { ScreenRecord } from "../domain/screen/schema.ts";
import { SCREEN_LIMITS } from "../domain/screen/start_page.ts";
import { sourceOfStream } from "../domain/asset/address.ts";
import { streamIdsOf } from "../domain/instance/streams.ts";
import type { Key } from "../domain/shared/commit.ts";
import { TEAM_LIMITS } from "../domain/team/limits.ts";
import type { SourceRecord } from "../domain/source/schema.ts";
import { SOURCE_LIMITS } from "../domain/source/types.ts";
import type { TeamRecord } from "../domain/team/schema.ts";
import type { PackageRecord } from "../domain/template/types.ts";
import { areaUsers } from "./area_grants.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirror } from "./mirror.ts";
import type { Mirrors } from "./mirrors.ts";
import type { User } from "./noun_refusals.ts";
import type { RecordKind } from "./records.ts";
import { policiesCalling, policiesOfArea } from "./policy_uses.ts";

/** All that `NamedRecords` has to know of a noun that people make, change and remove. */
export interface Noun<T> {
  type: ResourceType;
  /** How refusals call it. */
  what: string;
  kind: RecordKind<T>;
  key: (id: number) => Key;
  mirror: (mirrors: Mirrors) => Mirror<number, T>;
  name: UniqueName<T>;
  /** Change marks that every change of a record rewrites and checks, so that the records in memory are complete. */
  marks: readonly Key[];
  /** The marks of what a record names; its commit checks them. */
  naming?: readonly Key[];
  /** The most records. Absent: as many as people like. */
  most?: number;
  /** What keeps a record from being removed. Absent: nothing does. */
  uses?: Uses;
}

/** `index`: the key that holds a name, as it is written. Absent: the case of letters does not count. */
export interface UniqueName<T> {
  of: (record: T) => string;
  path?: string;
  index?: (name: string) => Key;
}

/** Who uses a record: either change marks say that those in memory are complete, or a 64-bit counter counts them. */
interface Uses {
  by: (id: number, mirrors: Mirrors) => readonly User[];
  marks?: readonly Key[];
  counter?: (id: number) => Key;
}

const BY_NAME = { of: ({ name }: { name: string }) => name };

export const nouns = {
  source: named<SourceRecord>("source", {
    kind: kinds.source,
    key: keys.source,
    mirror: ({ sources }) => sources,
    name: BY_NAME,
    marks: [keys.sources()],
    most: SOURCE_LIMITS.sources,
    uses: { by: instancesOfSource, marks: [keys.sourceUses()] },
  }),
  package: named<PackageRecord>("package", {
    kind: kinds.package,
    key: keys.package,
    mirror: ({ packages }) => packages,
    name: { ...BY_NAME, index: keys.packageByName },
    uses: {
      by: (id, { templatesByPackage }) =>
        templatesByPackage.of(id).map(({ id, name }) => ({ type: "template", id, name })),
      counter: keys.packageTemplates,
    },
  }),
  assistantType: named<AssistantTypeRecord>("assistant_type", {
    kind: kinds.assistantType,
    key: keys.assistantType,
    mirror: ({ assistantTypes }) => assistantTypes,
    name: { ...BY_NAME, index: keys.assistantTypeByName },
    uses: {
      by: (id, { aiProviders }) =>
        aiProviders.list().filter(({ assistant_type_id }) => assistant_type_id === id)
          .map(({ id, display_name: name }) => ({ type: "ai_provider", id, name })),
      counter: keys.assistantTypeUses,
    },
  }),
  aiProvider: named<ProviderRecord>("ai_provider", {
    what: "AI provider",
    kind: kinds.aiProvider,
    key: keys.aiProvider,
    mirror: ({ aiProviders }) => aiProviders,
    name: { of: ({ display_name }) => display_name, path: "display_name", index: keys.aiProviderByName },
  }),
  apiKey: named<ApiKeyRecord>("key", {
    what: "API key",
    kind: kinds.apiKey,
    key: keys.apiKey,
    mirror: ({ apiKeys }) => apiKeys,
    name: { ...BY_NAME, index: keys.apiKeyByName },
  }),
  identityProvider: named<IdentityProviderRecord>("identity_provider", {
    kind: kinds.identityProvider,
    key: keys.identityProvider,
    mirror: ({ identityProviders }) => identityProviders,
    name: BY_NAME,
    marks: [keys.identityProviders()],
    most: IDENTITY_LIMITS.providers,
  }),
  area: named<AreaRecord>("area", {
    kind: kinds.area,
    key: keys.area,
    mirror: ({ areas }) => areas,
    name: BY_NAME,
    marks: [keys.areas()],
    naming: [keys.plantNodesGone()],
    most: AREA_LIMITS.areas,
    uses: {
      by: (id, mirrors) => [...areaUsers(id, mirrors), ...policiesOfArea(id, mirrors)],
      marks: [keys.areaGrants(), keys.notificationPolicies()],
    },
  }),
  /** Without a name: its id stands for one. */
  outOfService: named<OutOfServiceRecord>("out_of_service", {
    what: "interval out of service",
    kind: kinds.outOfService,
    key: keys.outOfService,
    mirror: ({ outOfService }) => outOfService,
    name: { of: ({ id }) => String(id) },
    marks: [keys.outOfServices()],
  }),
  screen: named<ScreenRecord>("screen", {
    kind: kinds.screen,
    key: keys.screen,
    mirror: ({ screens }) => screens,
    name: BY_NAME,
    marks: [keys.screens()],
    most: SCREEN_LIMITS.screens,
  }),
  team: named<TeamRecord>("team", {
    kind: kinds.team,
    key: keys.team,
    mirror: ({ teams }) => teams,
    name: BY_NAME,
    marks: [keys.teams()],
    most: TEAM_LIMITS.teams,
    uses: recipient("team"),
  }),
  roster: named<RosterRecord>("roster", {
    kind: kinds.roster,
    key: keys.roster,
    mirror: ({ rosters }) => rosters,
    name: BY_NAME,
    marks: [keys.rosters()],
    most: ROSTER_LIMITS.rosters,
    uses: recipient("roster"),
  }),
  contactPoint: named<ContactPointRecord>("contact_point", {
    kind: kinds.contactPoint,
    key: keys.contactPoint,
    mirror: ({ contactPoints }) => contactPoints,
    name: BY_NAME,
    marks: [keys.contactPoints()],
    most: CONTACT_POINT_LIMITS.points,
    uses: recipient("contact_point"),
  }),
  notificationPolicy: named<PolicyRecord>("notification_policy", {
    kind: kinds.notificationPolicy,
    key: keys.notificationPolicy,
    mirror: ({ notificationPolicies }) => notificationPolicies,
    name: BY_NAME,
    marks: [keys.notificationPolicies(), keys.recipientUses()],
    naming: [keys.areas(), keys.plantNodesGone(), keys.contactPoints()],
    most: POLICY_LIMITS.policies,
  }),
};

/** The instances that are bound to streams of a source. */
function instancesOfSource(source: number, { instances, streams }: Mirrors): User[] {
  const isOwn = (id: number) => {
    const stream = streams.get(id);
    return stream !== undefined && sourceOfStream(stream) === source;
  };
  return instances.list().filter((instance) => [...streamIdsOf(instance)].some(isOwn))
    .map(({ id, instance_name: name }) => ({ type: "instance", id, name }));
}

type NounOptions<T> = Pick<Noun<T>, "kind" | "key" | "mirror" | "name"> & Partial<Noun<T>>;

/** What is not given follows from the type: `contact_point` is called "contact point". */
function named<T>(type: ResourceType, options: NounOptions<T>): Noun<T> {
  return { type, what: type.replaceAll("_", " "), marks: [], ...options };
}

/** What notification policies call. */
function recipient(kind: "team" | "roster" | "contact_point"): Uses {
  return { by: (id, mirrors) => policiesCalling({ kind, id }, mirrors), marks: [keys.recipientUses()] };
}
