import {
  contactAddress as storedAddress,
  contactAddresses as storedAddresses,
} from "../../../../domain/contact_address/schema.ts";
import { shown } from "../../../pipeline/document/shown.ts";

export const contactAddress = shown("ContactAddress", storedAddress, {
  id: 1,
  contact_point_id: 2,
  contact_point: "Mail of the company",
  address: "anna@example.com",
  is_allowed: true,
  confirmed_at: "2026-01-31T08:15:02.123Z",
  code_sent_at: null,
});

export const contactAddresses = shown("ContactAddresses", storedAddresses, {
  user_id: 2,
  time_zone: "Europe/Berlin",
  quiet_hours: [{ weekdays: [6, 7], from: "22:00", to: "08:00" }],
  addresses: [contactAddress.example],
  contact_points: [{ id: 2, name: "Mail of the company", takes: "mail" }],
});
