import { z } from "zod";
import { ServiceError } from "../http/answers.ts";

/** Every kind of fault with its parameters. Durations are seconds, shares 0 to 1. */

const seconds = (max: number) => z.number().min(0).max(max);
const share = z.number().min(0).max(1);
const text = z.string().max(1_000);
const address = z.url({ protocol: /^https?$/ }).max(1_000);

const DAY = 86_400;

/** Without `seconds` a fault lasts until it is ended. `seed` defaults to one derived from the plant's. */
const time = {
  after_seconds: seconds(DAY).default(0),
  seconds: z.number().positive().max(30 * DAY).optional(),
  seed: z.int().min(0).max(4_294_967_295).optional(),
};

/** Selects requests: `path` with `*` for any text, ignoring case; at most `count` of them. */
const requests = {
  ...time,
  path: text.default("*"),
  method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]).optional(),
  share: share.default(1),
  count: z.int().min(1).max(1_000_000).optional(),
};

/** Selects streams: a pattern over name or id, and a share of the matches. */
const streams = { ...time, streams: text.default("*"), stream_share: share.default(1) };
/** Selects streams and a share of their samples. */
const samples = { ...streams, share: share.default(1) };

const retryAfter = {
  retry_after_seconds: z.int().min(0).max(DAY).default(5),
  retry_after_form: z.enum(["seconds", "date", "none"]).default("seconds"),
};

const requestFaults = [
  z.strictObject({
    kind: z.literal("token_refused"),
    ...requests,
    status: z.int().min(400).max(599).default(400),
    error: text.default("invalid_client"),
  }),
  z.strictObject({
    kind: z.literal("token_short"),
    ...time,
    /** The token's actual validity, and its `expires_in`: by default the same. */
    valid_seconds: seconds(DAY).default(5),
    told_seconds: seconds(DAY).optional(),
  }),
  z.strictObject({ kind: z.literal("too_many_requests"), ...requests, ...retryAfter }),
  z.strictObject({
    kind: z.literal("unavailable"),
    ...requests,
    ...retryAfter,
    retry_after_form: z.enum(["seconds", "date", "none"]).default("none"),
  }),
  z.strictObject({ kind: z.literal("timed_out"), ...requests }),
  z.strictObject({ kind: z.literal("slow"), ...requests, delay_seconds: seconds(600).default(5) }),
  z.strictObject({
    kind: z.literal("dropped"),
    ...requests,
    when: z.enum(["before_headers", "in_body"]).default("before_headers"),
  }),
  z.strictObject({
    kind: z.literal("odd_body"),
    ...requests,
    form: z.enum(["html", "truncated", "wrong_types", "empty"]).default("html"),
    /** Status of the HTML page; the other forms keep the answer's status. */
    status: z.int().min(200).max(599).default(200),
  }),
  z.strictObject({
    kind: z.literal("wrong_region"),
    ...requests,
    base_url: address,
    /** `self`: the namespace's `Self` names it; `redirect`: requests are redirected there with 307. */
    form: z.enum(["self", "redirect"]).default("self"),
  }),
  z.strictObject({
    kind: z.literal("outage"),
    ...time,
    form: z.enum(["dropped", "refused", "unavailable"]).default("dropped"),
  }),
  z.strictObject({ kind: z.literal("non_verbose"), ...requests }),
  z.strictObject({
    kind: z.literal("part_errors"),
    ...streams,
    status: z.int().min(400).max(599).default(500),
  }),
] as const;

const signupFaults = [
  z.strictObject({
    kind: z.literal("signups_refused"),
    ...requests,
    status: z.int().min(400).max(599).default(403),
  }),
  z.strictObject({
    kind: z.literal("signup_limits"),
    ...time,
    resources: z.int().min(0).max(10_000_000).optional(),
    signups: z.int().min(0).max(10_000).optional(),
  }),
  z.strictObject({
    kind: z.literal("resource_refused"),
    ...streams,
    /** `inaccessible`: accepted, but never fed; `rejected`: the whole request answers 400. */
    form: z.enum(["inaccessible", "rejected"]).default("inaccessible"),
  }),
  z.strictObject({
    kind: z.literal("signup_activation"),
    ...time,
    state: z.enum(["Activating", "Failed"]).default("Activating"),
  }),
] as const;

const dataFaults = [
  z.strictObject({ kind: z.literal("dropout"), ...samples }),
  z.strictObject({ kind: z.literal("stuck"), ...streams }),
  z.strictObject({
    kind: z.literal("spike"),
    ...samples,
    share: share.default(0.02),
    size: z.number().default(1_000),
  }),
  z.strictObject({ kind: z.literal("noise"), ...streams, size: z.number().default(10) }),
  z.strictObject({
    kind: z.literal("late"),
    ...samples,
    /** The longest delay of a sample; drawn uniformly. */
    up_to_seconds: seconds(DAY).default(30),
  }),
  z.strictObject({
    kind: z.literal("duplicate"),
    ...samples,
    share: share.default(0.1),
    delay_seconds: seconds(DAY).default(0),
  }),
  z.strictObject({
    kind: z.literal("correction"),
    ...samples,
    share: share.default(0.1),
    operation: z.enum(["update", "replace", "remove", "remove_window"]).default("update"),
    /** Time between a sample (of a window: its end) and its correction. */
    delay_seconds: seconds(DAY).default(30),
    /** Added to numbers by an update or replacement. */
    change: z.number().default(10),
    /** Length of the windows of `remove_window`, of which a `share` is removed. */
    window_seconds: z.number().min(0.001).max(DAY).default(10),
  }),
  z.strictObject({
    kind: z.literal("source_clock"),
    ...streams,
    /** Positive: ahead. */
    offset_seconds: z.number().min(-DAY).max(DAY),
  }),
  z.strictObject({
    kind: z.literal("system_state"),
    ...samples,
    code: z.int().min(1).max(100_000).default(246),
    name: text.default("I/O Timeout"),
  }),
  z.strictObject({ kind: z.literal("questionable"), ...samples }),
] as const;

export const STREAM_SHAPES = [
  "number",
  "boolean",
  "text",
  "padded_text",
  "with_quality",
  "enumeration",
  "several_values",
  "same_name",
  "same_millisecond",
  "pi_float",
  "pi_integer",
  "pi_digital",
] as const;

export const TYPE_CHANGES = [
  "property_renamed",
  "key_renamed",
  "number_to_text",
  "enumeration_extended",
  "enumeration_renumbered",
] as const;

const namespaceFaults = [
  z.strictObject({
    kind: z.literal("no_assets"),
    ...time,
    form: z.enum(["empty", "not_found"]).default("empty"),
  }),
  z.strictObject({ kind: z.literal("other_case"), ...time }),
  z.strictObject({
    kind: z.literal("streams_added"),
    ...time,
    shape: z.enum(STREAM_SHAPES).default("number"),
    how_many: z.int().min(1).max(1_000).default(1),
    period_ms: z.int().min(10).max(3_600_000).default(1_000),
    /** Names are `prefix.Shape1` and so on, ids `PREFIX_F1_1`. */
    prefix: z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,60}$/).default("Odd"),
  }),
  z.strictObject({ kind: z.literal("streams_removed"), ...streams }),
  z.strictObject({
    kind: z.literal("streams_changed"),
    ...streams,
    name_suffix: text.optional(),
    description: text.optional(),
    uom: text.optional(),
  }),
  /** Their type is replaced by another, and their events are of it. */
  z.strictObject({ kind: z.literal("types_changed"), ...streams, change: z.enum(TYPE_CHANGES) }),
] as const;

/** Faults that act once and cannot be ended. */
const immediateFaults = [
  z.strictObject({ kind: z.literal("token_revoked") }),
  z.strictObject({ kind: z.literal("bookmark_expired") }),
  z.strictObject({ kind: z.literal("signup_lost"), name: text.default("*") }),
  z.strictObject({
    kind: z.literal("rewrite"),
    streams: text.default("*"),
    stream_share: share.default(1),
    seed: z.int().min(0).max(4_294_967_295).optional(),
    operation: z.enum(["update", "replace", "remove", "remove_window"]).default("update"),
    /** Rewrites samples of this span before now: of each stream a share, at most the newest `count`. */
    back_seconds: z.number().positive().max(30 * DAY).default(60),
    share: share.default(1),
    count: z.int().min(1).max(10_000).default(10_000),
    change: z.number().default(10),
  }),
] as const;

export const faultSchema = z.discriminatedUnion("kind", [
  ...requestFaults,
  ...signupFaults,
  ...dataFaults,
  ...namespaceFaults,
  ...immediateFaults,
]);

/** A fault as input: parameters with a default may be omitted. */
export type FaultInput = z.input<typeof faultSchema>;
export type FaultSpec = z.output<typeof faultSchema>;
export type FaultKind = FaultSpec["kind"];
export type SpecOf<K extends FaultKind> = Extract<FaultSpec, { kind: K }>;

export type DataSpec = z.output<typeof dataFaults[number]> | SpecOf<"streams_removed">;
export type RequestSpec = Extract<FaultSpec, { path: string }>;
export type ImmediateSpec = z.output<typeof immediateFaults[number]>;

const IMMEDIATE: ReadonlySet<string> = new Set(immediateFaults.map((each) => each.shape.kind.value));
const DATA: ReadonlySet<string> = new Set([
  ...dataFaults.map((each) => each.shape.kind.value),
  "streams_removed",
]);

export function isImmediate(spec: FaultSpec): spec is ImmediateSpec {
  return IMMEDIATE.has(spec.kind);
}

export function isDataSpec(spec: FaultSpec): spec is DataSpec {
  return DATA.has(spec.kind);
}

/** Parses a fault; throws 400 with the reason. */
export function parseFault(input: unknown): FaultSpec {
  const parsed = faultSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new ServiceError(400, {
    Error: "The fault is not valid.",
    Reason: `${issue.path.map(String).join(".") || "fault"}: ${issue.message}`,
    Resolution: "GET /kinds lists every kind with its parameters.",
  });
}

/** Every kind with its parameters, as JSON Schema. */
export function faultKinds(): Record<string, unknown> {
  return Object.fromEntries(
    faultSchema.options.map((each) => [each.shape.kind.value, z.toJSONSchema(each, { io: "input" })]),
  );
}
