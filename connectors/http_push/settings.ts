import { z } from "zod";
import { DEFAULT_STREAM_NAME, streamNameProblem } from "../../domain/ingest/stream_names.ts";
import { limitedText } from "../../domain/shared/schema.ts";
import { TEXT_LIMITS } from "../../domain/shared/text.ts";
import type { SecretField, SourceForm } from "../../domain/source/types.ts";
import { collectedFields, collectedForm } from "../collected/settings.ts";

export const HTTP_PUSH_SHAPE = {
  stream_name: limitedText({ max: TEXT_LIMITS.name })
    .superRefine((text, context) => {
      const message = streamNameProblem(text);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    })
    .default(DEFAULT_STREAM_NAME)
    .describe(
      "How streams of line protocol are named, by {measurement}, {field}, {tags} and the names of tags in braces",
    ),
  ...collectedFields,
};

export type HttpPushConfig = z.infer<z.ZodObject<typeof HTTP_PUSH_SHAPE>>;

const TELEGRAF = `[[outputs.influxdb_v2]]
  urls = ["{address}"]
  bucket = "{source}"
  organization = "andon"
  token = "{secret}"`;

const CURL = `curl "{address}/ingest/{source_path}" -H "Authorization: Bearer {secret}" \\
  --data-binary "press,line=1 temperature=21.5"`;

const NODE_RED = `msg.method = "POST";
msg.url = "{address}/ingest/{source_path}";
msg.headers = { Authorization: "Bearer {secret}" };
msg.payload = [{ stream: "press.line1.temperature", value: msg.payload }];
return msg;`;

const KEY: SecretField = {
  label: "Key",
  hint: "For the programs that send; another one ends it",
  isOptional: true,
  isMade: true,
  pastes: [
    { label: "Telegraf", text: TELEGRAF },
    { label: "curl", text: CURL },
    { label: "Node-RED: a function before an http request that sets its method by msg", text: NODE_RED },
  ],
};

export const HTTP_PUSH_FORM: SourceForm<HttpPushConfig> = {
  label: "HTTP push",
  about: "Programs that send by HTTP: Telegraf, Node-RED, curl, InfluxDB clients, your own scripts",
  fields: {
    stream_name: {
      input: "text",
      label: "Names of streams of line protocol",
      hint: "{measurement}, {field}, {tags} and tags such as {host}",
      initial: DEFAULT_STREAM_NAME,
    },
    ...collectedForm,
  },
  secrets: { key: KEY },
};
