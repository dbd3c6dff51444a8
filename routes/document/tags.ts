/** The groups of the document, in the order of their showing. */
export const TAGS = [
  {
    name: "Sign-in",
    description: "Sessions of people: the cookie `andon_session`, 12 hours sliding, 7 days at most.",
  },
  { name: "Users", description: "Who may sign in, and with which role." },
  { name: "API keys", description: "Keys for programs: `Authorization: Bearer andon_…`." },
  { name: "Configuration", description: "The data source: its address, credentials and pace." },
  {
    name: "Assets",
    description: "What was discovered at the data source: assets, streams, their values, system tags.",
  },
  {
    name: "Packages",
    description: "Templates by subject; a package goes from one Andon to another as one document.",
  },
  {
    name: "Templates",
    description: "Rules over placeholders. A template with deployed instances cannot be changed.",
  },
  { name: "Instances", description: "A template bound to streams and constants; deployed, it is judged." },
  {
    name: "Rule events",
    description: "What deployed instances raised: lists, changes, shelving, the event wall.",
  },
  {
    name: "AI providers",
    description: "Models that may be asked, by the chat-completions protocol; their keys are never shown.",
  },
  { name: "AI conversation", description: "Conversations with a provider, and the logs of them." },
  { name: "Assistant types", description: "Base instructions that providers share." },
  { name: "Context", description: "What a conversation is told of the plant." },
  { name: "Plant model", description: "The plant's hierarchy after ISA-95." },
  { name: "Audit", description: "Who changed what, and when." },
  { name: "Push", description: "News as they happen, over a WebSocket." },
  { name: "Service", description: "This document, and whether Andon stands." },
] as const;
