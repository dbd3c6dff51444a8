import { COLLECTED_CAPABILITIES, collectedContinuity } from "../collected/identity.ts";
import { COLLECTED_READING } from "../collected/settings.ts";
import { DEFAULT_STREAM_NAME } from "../../domain/ingest/stream_names.ts";
import { connector } from "../settings.ts";
import { HTTP_PUSH_FORM, HTTP_PUSH_SHAPE } from "./settings.ts";

/** What programs send to `/ingest/<source>`. */
export const HTTP_PUSH = connector(HTTP_PUSH_SHAPE, {
  ...HTTP_PUSH_FORM,
  ...collectedContinuity,
  example: {
    config: {
      stream_name: DEFAULT_STREAM_NAME,
      delay_seconds: 0,
      repeat_seconds: 0,
      keep_days: 30,
      keep_gib: 10,
    },
    secrets: {},
    tested: {},
  },
  capabilities: COLLECTED_CAPABILITIES,
  defaults: COLLECTED_READING,
  needsDisk: true,
  receiver: () => "",
  identity: () => ({ place: [], subscriber: [] }),
  async connect(options) {
    const { connectHttpPush } = await import("./intake.ts");
    return await connectHttpPush(options);
  },
});
