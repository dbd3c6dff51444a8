import { isAllowedMail } from "../../../domain/contact_address/address.ts";
import { CONTACT_ADDRESS_LIMITS } from "../../../domain/contact_address/limits.ts";
import type {
  AddressRecord,
  ContactAddressesRecord,
  SentCode,
} from "../../../domain/contact_address/types.ts";
import { isoFromMs, isoOrNull, type Ms } from "../../../domain/shared/time.ts";
import type { AppDeps } from "../../pipeline/deps.ts";

type Deps = Pick<AppDeps, "storage" | "now" | "personalContactPoints">;

/** How a user is reached. */
export function contactAddressesView(userId: number, deps: Deps) {
  const record = deps.storage.contactAddresses.of(userId);
  return {
    user_id: userId,
    time_zone: record?.time_zone ?? null,
    quiet_hours: (record?.quiet_hours ?? []).map((hours) => ({ ...hours, weekdays: [...hours.weekdays] })),
    addresses: addressViews(record, deps),
    contact_points: deps.personalContactPoints?.list() ?? [],
  };
}

function addressViews(record: ContactAddressesRecord | undefined, deps: Deps) {
  return (record?.addresses ?? []).map((address) => addressView(address, deps));
}

export function addressView(
  { confirmed_at_ms, code, ...address }: AddressRecord,
  { storage, now, personalContactPoints }: Deps,
) {
  const point = personalContactPoints?.list().find(({ id }) => id === address.contact_point_id);
  const domains = storage.plantSettings.get().notification_mail_domains;
  return {
    ...address,
    contact_point: point?.name ?? null,
    is_allowed: isAllowedMail(address.address, domains),
    confirmed_at: isoOrNull(confirmed_at_ms),
    code_sent_at: code !== null && counts(code, now()) ? isoFromMs(code.sent_at_ms) : null,
  };
}

function counts({ sent_at_ms, tries_left }: SentCode, now: Ms): boolean {
  return tries_left > 0 && now < sent_at_ms + CONTACT_ADDRESS_LIMITS.codeMs;
}
