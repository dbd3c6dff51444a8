import { CERTIFICATES, contactPointKind, hostAndPort, passwordInClear, PORT, USER } from "../kind.ts";
import { CONTACT_POINT_LIMITS } from "../limits.ts";
import { isMailbox } from "../mailbox.ts";
import type { SettingsFields } from "../settings_fields.ts";

export const EMAIL = contactPointKind(({ z, lineText, host, port, userName, ca }: SettingsFields) => {
  const mailbox = () =>
    lineText({ max: 254 }).refine(isMailbox, "Must be one mail address, such as alarms@example.org");
  return {
    host: host(),
    port: port(587),
    tls: z.enum(["starttls", "tls", "none"]).default("starttls").describe(
      "`starttls`: the connection must become encrypted; `tls`: it is from the start; `none`: only to " +
        "private addresses listed in OUTBOUND_ALLOW, without a user",
    ),
    user: userName().default(null).describe("null: the server asks for no password"),
    from: mailbox(),
    from_name: lineText({ max: 100 }).default("Andon"),
    to: z.array(mailbox()).max(CONTACT_POINT_LIMITS.recipients).default([]).describe(
      "The shared mailboxes; empty: only the addresses of persons are told",
    ),
    ca: ca(),
  };
}, {
  label: "E-mail",
  issues: ({ tls, user }) => passwordInClear(tls === "none", user),
  form: {
    host: { input: "text", label: "SMTP server", hint: "smtp.example.org", isHalf: true },
    port: { ...PORT, hint: "587 with STARTTLS, 465 with TLS", initial: 587 },
    tls: {
      input: "select",
      label: "Encryption",
      initial: "starttls",
      options: [
        { value: "starttls", label: "STARTTLS, required" },
        { value: "tls", label: "TLS from the start" },
        { value: "none", label: "None, in the own network only" },
      ],
      isHalf: true,
    },
    user: { ...USER, hint: "Empty: the server asks for no password" },
    from: { input: "text", label: "Sender's address", isHalf: true },
    from_name: { input: "text", label: "Sender's name", initial: "Andon", isHalf: true },
    to: {
      input: "lines",
      label: "Shared mailboxes",
      hint: "One address per line; empty: only persons' own addresses are told",
      rows: 2,
      isOptional: true,
      problemOf: (line) => isMailbox(line) ? undefined : `“${line}” is not a mail address`,
    },
    ca: CERTIFICATES,
  },
  secrets: { password: "Password" },
  uses: ({ user }) => user === null ? [] : ["password"],
  receiver: hostAndPort,
  addresses: () => "mail",
  hasOwnReceiver: ({ to }) => to.length > 0,
});
