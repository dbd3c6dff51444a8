import { z } from "zod";
import { hoursList, timeZone } from "../hours/schema.ts";
import { id, idNumber, instant, lineText } from "../shared/schema.ts";
import { ADDRESS_KINDS } from "./address.ts";
import { CONTACT_ADDRESS_LIMITS } from "./limits.ts";

const { addresses, characters, quietHours, mailDomains } = CONTACT_ADDRESS_LIMITS;

/** An address of a user as clients read it. */
export const contactAddress = z.strictObject({
  id: id(),
  contact_point_id: id(),
  contact_point: z.string().nullable().describe("Its name; null: it does not exist or is off"),
  address: z.string(),
  is_allowed: z.boolean().describe("Whether the plant's list of mail domains allows it"),
  confirmed_at: instant().nullable().describe("Null: no message goes to it"),
  code_sent_at: instant().nullable().describe("When the code that counts now was sent"),
});

/** How a user is reached, as clients read it. */
export const contactAddresses = z.strictObject({
  user_id: id(),
  time_zone: timeZone().nullable().describe("Of the quiet hours and of messages; null: the plant's"),
  quiet_hours: hoursList(quietHours).describe(
    "When messages that are not critical wait, in the user's time zone",
  ),
  addresses: z.array(contactAddress).describe("In the order in which they are tried"),
  contact_points: z.array(z.strictObject({ id: id(), name: z.string(), takes: z.enum(ADDRESS_KINDS) }))
    .describe("Where an address can be added"),
});

/** Body of PUT /api/auth/contact-addresses. Omitted fields stay unchanged. */
export const contactPreferencesSchema = z.strictObject({
  time_zone: timeZone().nullable().optional(),
  quiet_hours: hoursList(quietHours).optional(),
  order: z.array(idNumber()).max(addresses).optional().describe(
    "The ids of all addresses, in the order in which they are to be tried",
  ),
});
export interface ContactPreferences extends z.output<typeof contactPreferencesSchema> {}

/** Body of POST /api/auth/contact-addresses. */
export const newContactAddressSchema = z.strictObject({
  contact_point_id: idNumber(),
  address: lineText({ min: 1, max: characters }).describe(
    "A mail address, or a telephone number with digits and perhaps a plus",
  ),
});
export interface NewContactAddress extends z.output<typeof newContactAddressSchema> {}

/** Body of POST /api/auth/contact-addresses/{address_id}/confirm. */
export const addressCodeSchema = z.strictObject({
  code: z.string().regex(/^\d{6}$/, "Must be the six digits of the message"),
});

/** The mail domains that addresses of users may have. */
export function mailDomainList() {
  return z.array(
    z.string().toLowerCase()
      .regex(/^(\*\.)?[a-z0-9][a-z0-9.-]{0,250}$/, "Must be a domain such as example.com or *.example.com"),
  ).max(mailDomains);
}
