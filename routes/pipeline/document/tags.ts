/** The groups of the document, in their order. */
export const TAGS = [
  {
    name: "Sign-in",
    description:
      "Sessions of people: a cookie, valid for 12 hours after its last use, at most 7 days. Its name is " +
      "`__Host-andon_session` where it is Secure, else, on the machine itself and with COOKIE_SECURE=off, " +
      "`andon_session`. A session counts only in the cookie that it was opened with; sessions that older " +
      "versions opened count in either until they end. `__Host-andon_session` wins over `andon_session`.",
  },
  {
    name: "Screens",
    description:
      "Wall screens: browsers that show the event wall without a person. The cookie is `__Host-andon_screen` or, " +
      "where cookies are not Secure, `andon_screen`; it is valid until an administrator ends the screen. A screen " +
      "reads the active events, the wall, what is shelved or out of service, the brief templates, the plant model, the areas, the plant's settings, the active " +
      "streams and the push channel, with `(hidden)` in place of names of people and without their texts.",
  },
  {
    name: "Second factor",
    description: "Passkeys, one-time codes and recovery codes of local users, besides the password.",
  },
  {
    name: "Shared desks",
    description:
      "A browser that stays signed in for a shift as a desk, while people change. It reads; every request that needs " +
      "the role operator or more is AUTHENTICATION_REQUIRED with `details.desk_confirmation: required`, until a person " +
      "confirms it with a PIN or a passkey and the request carries `X-Desk-Confirmation`. Administration is " +
      "impossible there. API keys, access tokens and wall screens are no desks.",
  },
  { name: "Users", description: "The people who can sign in, and their roles." },
  { name: "API keys", description: "Keys for programs: `Authorization: Bearer andon_…`." },
  {
    name: "Identity providers",
    description: "Where people sign in with OpenID Connect, and which groups there have which role.",
  },
  { name: "Configuration", description: "The data source: its address, credentials and request rate." },
  {
    name: "Assets",
    description: "The discovered assets, streams and their values, and the system tags.",
  },
  {
    name: "Packages",
    description: "Sets of templates. A package is exported and imported as one document.",
  },
  {
    name: "Templates",
    description: "Rules over placeholders. A template with deployed instances cannot be changed.",
  },
  {
    name: "Instances",
    description: "A template bound to streams and constants. A deployed instance is evaluated.",
  },
  {
    name: "Rule events",
    description: "The events of deployed instances: lists, changes, shelving, the event wall.",
  },
  {
    name: "Notifications",
    description:
      "Who is told of events, by which way, and what became of it. Policies say which events go to whom and when; " +
      "contact points are where messages go; teams, rosters with their shifts and overrides, and the addresses of users say to whom.",
  },
  {
    name: "AI providers",
    description: "Models reached by the chat-completions protocol. Their keys are never shown.",
  },
  { name: "AI conversation", description: "Conversations with a provider, and their logs." },
  { name: "Assistant types", description: "Base instructions that providers share." },
  { name: "Context", description: "The plant context of a conversation." },
  { name: "Plant model", description: "The plant's hierarchy after ISA-95." },
  {
    name: "Areas",
    description:
      "Areas of responsibility: named sets of plant nodes, with what is below them. Users, API keys and " +
      "groups of identity providers have roles in the whole plant and in areas. Everybody reads the whole plant; to " +
      "act on a thing takes the role at its plant node.",
  },
  {
    name: "Saved views",
    description: "Links to pages with their filters: a person's own, and those that engineers share.",
  },
  { name: "Audit", description: "Changes with their users and times." },
  { name: "Push", description: "Changes as they happen, over a WebSocket." },
  { name: "Service", description: "This document, health and readiness." },
] as const;

export type Tag = (typeof TAGS)[number]["name"];
