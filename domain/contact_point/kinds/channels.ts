import { contactPointKind } from "../kind.ts";

export const TEAMS = channel({
  label: "Microsoft Teams",
  note: "Create a workflow “Post to a channel when a webhook request is received”.",
});

export const SLACK = channel({ label: "Slack", note: "Create an incoming webhook for the channel." });

/** A channel whose address is the secret. */
function channel(texts: { label: string; note: string }) {
  return contactPointKind(() => ({}), {
    ...texts,
    form: {},
    secrets: { url: "Address of the channel's webhook" },
    uses: () => ["url"],
    secretProblem: (_, value) => isChannelAddress(value) ? undefined : "Must be an https address",
    receiver: (_, { url }) => url === undefined ? "" : new URL(url).host,
  });
}

function isChannelAddress(text: string): boolean {
  const url = URL.parse(text);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  return url !== null && isWeb && url.username === "" && url.password === "" && url.hash === "";
}
