import { COLLECTED_CAPABILITIES, collectedContinuity } from "../collected/identity.ts";
import { COLLECTED_READING } from "../collected/settings.ts";
import { connector } from "../settings.ts";
import { OPC_UA_FORM, OPC_UA_SHAPE, opcUaIssues } from "./settings.ts";

/** Servers of OPC UA as a kind of data source. */
export const OPC_UA = connector(OPC_UA_SHAPE, {
  ...OPC_UA_FORM,
  ...collectedContinuity,
  capabilities: COLLECTED_CAPABILITIES,
  defaults: COLLECTED_READING,
  needsDisk: true,
  issues: opcUaIssues,
  example: {
    config: {
      endpoint_url: "opc.tcp://10.0.0.5:4840",
      security: "sign_and_encrypt",
      policy: "Basic256Sha256",
      trusted_fingerprints: [],
      user: "password",
      user_name: "andon",
      nodes: ["nsu=http://plant.example/;s=Line1/#"],
      sampling_ms: 1_000,
      publishing_ms: 250,
      queue_size: 10,
      deadband: 0,
      deadband_of: "value",
      sends_unchanged: false,
      reads_history: true,
      delay_seconds: 0,
      repeat_seconds: 0,
      keep_days: 30,
      keep_gib: 10,
    },
    secrets: { password: "the password of the user" },
    tested: {},
  },
  receiver: ({ endpoint_url, security }) => JSON.stringify([endpoint_url, security]),
  // The streams are those of the store, whatever address the server has.
  identity: () => ({ place: [], subscriber: [] }),
  async connect(options) {
    const { connectOpcUa } = await import("./intake.ts");
    return connectOpcUa(options);
  },
});
