import { z } from "@hono/zod-openapi";
import { source } from "../../../../domain/source/schema.ts";
import { SOURCE_DEFAULTS } from "../../../../domain/source/types.ts";
import { CONNECTORS, DEFAULT_KIND, SOURCE_KINDS } from "../../../../connectors/sources.ts";
import { count, inline, instant, shown } from "../../../pipeline/document/shown.ts";

const { example, label, about, fields, capabilities } = CONNECTORS[DEFAULT_KIND];

const kind = z.enum(SOURCE_KINDS);

export const sourceExample = {
  name: "line2",
  kind: DEFAULT_KIND,
  config: example.config,
  secrets: example.secrets,
};

const { name: _, ...unsaved } = sourceExample;
export const sourceTestExample = { id: null, ...unsaved };

export const sourceShown = shown(
  "Source",
  source.extend({
    kind,
    state: z.enum(["none", "connecting", "connected", "lost"]).describe(
      "`none`: paused, or without its secret; `lost`: no good answer for `source_lost_seconds`",
    ),
    reason: z.string().nullable().describe("Why the last read failed; null when it did not"),
    error_code: z.string().nullable().describe("The code of that failure, such as INVALID_CREDENTIALS"),
    mode: z.enum(["feed", "poll"]).nullable().describe("How samples arrive; null: not known yet"),
    watermark: instant().nullable().describe("Everything up to it is evaluated"),
    last_answer: instant().nullable().describe("When the source last gave a good answer"),
    followed_streams: count().describe("Streams that rules or people read"),
    requests_left: z.number().nullable().describe(
      "Requests that may be sent now; negative: so many wait; null: no limit",
    ),
  }),
  {
    id: 2,
    name: "line2",
    kind: DEFAULT_KIND,
    config: example.config,
    is_active: true,
    ...SOURCE_DEFAULTS,
    stored_secrets: Object.keys(example.secrets),
    created_at: "2026-01-31T08:00:00.000Z",
    created_by: "admin",
    state: "connected",
    reason: null,
    error_code: null,
    mode: "feed",
    watermark: "2026-01-31T08:15:02.123Z",
    last_answer: "2026-01-31T08:15:02.123Z",
    followed_streams: 12,
    requests_left: 118,
  },
);

const field = z.record(z.string(), z.unknown()).describe(
  "How a form asks for it: `input` (text, area, number, select, check, lines, picks, rows), `label`, `hint`, `initial` and others",
);

export const sourceKindShown = shown(
  "SourceKind",
  z.strictObject({
    kind,
    label: z.string(),
    about: z.string().describe("What one has who needs this kind"),
    fields: z.record(z.string(), field).describe("The settings, by their name in `config`"),
    secrets: z.record(
      z.string(),
      z.strictObject({
        label: z.string(),
        hint: z.string().optional(),
        isOptional: z.boolean().optional(),
        rows: z.int().optional().describe("A text of so many lines"),
        isMade: z.boolean().optional().describe("Made by `POST /api/sources/{id}/secrets/{name}`"),
        pastes: z.array(z.strictObject({ label: z.string(), text: z.string() })).describe(
          "What is pasted into programs that send; `{address}`, `{source}`, `{source_path}` and `{secret}` stand for " +
            "Andon's address, the name of the source, the same as a part of an address, and the secret",
        ),
      }),
    ),
    place: z.array(z.string()).describe(
      "The settings that say which plant it is: with other values its streams are others",
    ),
    stores_arrivals: z.boolean().describe("Stores what arrives, and is not polled"),
    is_of_configuration: z.boolean().describe(
      "The source `default`, which is that of `/api/configuration`, is of this kind",
    ),
    defaults: z.record(z.string(), z.unknown()).describe("How it is read unless a source says otherwise"),
    capabilities: z.strictObject({
      history: z.boolean(),
      feed: z.boolean(),
      types: z.boolean(),
      assets: z.boolean(),
      sampled: z.boolean(),
    }),
    is_available: z.boolean().describe(
      "False where it stores what arrives and the store is not on this machine's disk",
    ),
  }),
  {
    kind: DEFAULT_KIND,
    label,
    about,
    fields: fields as Record<string, Record<string, unknown>>,
    secrets: { client_secret: { label: "Client secret", pastes: [] } },
    place: ["tenant_id", "namespace_id"],
    stores_arrivals: false,
    is_of_configuration: true,
    defaults: { ...SOURCE_DEFAULTS },
    capabilities,
    is_available: true,
  },
);

export const sourceTestShown = shown(
  "SourceTest",
  z.strictObject({
    connection_status: z.literal("connected"),
    facts: z.record(z.string(), z.string()).describe("What the source says of itself, by name"),
    latency_ms: count(),
    tested_at: instant(),
  }),
  {
    connection_status: "connected",
    facts: { Tenant: "Example Works (Active)", Namespace: "The plant (Active)" },
    latency_ms: 84,
    tested_at: "2026-01-31T08:15:02.123Z",
  },
);

export const browseNodeShown = shown(
  "BrowseNode",
  z.strictObject({
    id: z.string(),
    name: z.string(),
    has_children: z.boolean(),
    stream: z.strictObject({
      type: z.string(),
      unit: z.string().nullable(),
      value_text: z.string().nullable(),
    })
      .nullable().describe("What it would be as a stream; null: it has no values"),
    picks: z.array(z.strictObject({
      label: z.string(),
      by: z.array(z.string()),
      values: z.record(z.string(), z.union([z.string(), z.boolean()])),
    })).describe(
      "How it is chosen: `values` are set in the items of the settings' list with `isPicked` that have the same values " +
        "of `by`; without such an item, one is added",
    ),
  }),
  {
    id: "plant/line2/flow",
    name: "flow",
    has_children: false,
    stream: { type: "NUM", unit: null, value_text: "12.5" },
    picks: [{ label: "Read", by: ["topic"], values: { topic: "plant/line2/flow" } }],
  },
);

export const madeSecret = inline(
  z.strictObject({ name: z.string(), secret: z.string() }),
  { name: "key", secret: "ask_7uV0c2nWm1Yq4b8TzE5rJ6kXfG3hPdQs" },
);

export const intakeShown = shown(
  "SourceIntake",
  z.strictObject({
    streams: count(),
    samples: count().describe("That came since the start"),
    samples_per_second: z.number().describe("Over the last minute"),
    last_arrival_at: instant(),
    seconds_since_last: z.number().describe("Since the last arrival, or the start"),
    silent_for: z.string().nullable().describe("Why nothing comes, if that is known"),
    complete_to: instant().describe("Everything up to it has arrived; evaluation goes on up to here"),
    duplicates: count().describe("Samples that came again; they are stored once"),
    stamped_by_arrival: count().describe("Samples whose time was over 60 s ahead of Andon's clock"),
    wrong_type: count().describe("Values of another type than their stream's; they are bad"),
    rejected: count().describe("What was not stored"),
    rejections: z.array(z.strictObject({
      at: instant(),
      stream: z.string().nullable(),
      reason: z.string(),
    })).describe("The last 20, oldest first"),
    used_bytes: count(),
    room_days: z.number().nullable().describe(
      "For so many more days is room at this rate; null: nothing comes",
    ),
    newest: z.array(z.strictObject({
      stream: z.string(),
      at: instant(),
      value: z.union([z.number(), z.string(), z.boolean()]).nullable(),
      quality: z.string(),
    })).describe("The last value of the 20 streams that have the newest ones"),
  }),
  {
    streams: 12,
    samples: 5_184,
    samples_per_second: 1.2,
    last_arrival_at: "2026-01-31T08:15:02.123Z",
    seconds_since_last: 0.8,
    silent_for: null,
    complete_to: "2026-01-31T08:15:02.000Z",
    duplicates: 0,
    stamped_by_arrival: 0,
    wrong_type: 0,
    rejected: 1,
    rejections: [{
      at: "2026-01-31T08:02:11.004Z",
      stream: null,
      reason: "Line 3: It has no fields; a line is `measurement,tag=value field=1,other=2 time`",
    }],
    used_bytes: 1_048_576,
    room_days: 9_125,
    newest: [{
      stream: "press.line1.temperature",
      at: "2026-01-31T08:15:02.000Z",
      value: 21.5,
      quality: "good",
    }],
  },
);
