import { assert, assertEquals } from "@std/assert";

/** Limits that no schema can say, and the fact that tries each of them on both sides. */
const REGISTER: readonly [limit: string, file: string, fact: string][] = [
  [
    "body 1 MiB, import 32 MiB",
    "integration/body_size_test",
    "over HTTP a body holds 1 MiB, an import 32 MiB",
  ],
  ["body before sign-in 4 KiB", "contract/body_sizes_test", "before sign-in a body holds 4 KiB"],
  [
    "20,000 values and 32 levels a body",
    "contract/body_sizes_test",
    "a body holds 20,000 values and 32 levels",
  ],
  [
    "identity providers: 5",
    "contract/identity_providers_test",
    "there are five providers at most, also when they are made at once",
  ],
  [
    "contact points: 100",
    "contract/contact_points_test",
    "there are 100 contact points at most, also when they are made at once",
  ],
  [
    "a push: 1 MiB, 10,000 lines",
    "contract/ingest_test",
    "a push holds 1 MiB, inflated too, and 10,000 lines",
  ],
  [
    "pushes a minute to one source: 6,000",
    "contract/ingest_test",
    "6,000 pushes a minute to one source are taken",
  ],
  [
    "pushes that wait for the disk: 64 MiB",
    "contract/ingest_test",
    "what cannot be stored now is 503 with Retry-After",
  ],
  ["heartbeats: 100", "contract/heartbeats_test", "there are 100 heartbeats at most"],
  [
    "beats a minute of one heartbeat: 30",
    "contract/heartbeats_test",
    "30 beats a minute of one heartbeat are taken",
  ],
  ["body of a beat: 4 KiB", "contract/heartbeats_test", "a beat's body of 4 KiB is ignored"],
  [
    "secrets of a contact point with those that are stored: 10",
    "contract/contact_points_test",
    "a contact point has 10 secrets at most, with those that are stored",
  ],
  [
    "out of service: 30 days, planned 365 days ahead",
    "contract/out_of_service_test",
    "an interval out of service takes at most 30 days, and begins at most 365 days ahead",
  ],
  [
    "out of service at a time: 1,000",
    "contract/out_of_service_test",
    "1,000 are planned or out of service at a time; those that ended do not count",
  ],
  [
    "drills at a time: 20, and one of a rule of an instance",
    "contract/notification_drills_test",
    "20 drills run at a time, also when they are started at once",
  ],
  [
    "a drill: 60 minutes",
    "contract/notification_drills_test",
    "a drill that nobody answers ends after 60 minutes",
  ],
  [
    "a receiver's words: 2,000 characters",
    "integration/contact_point_http_test",
    "words are cut at 2,000 characters, are plain, and never show a secret",
  ],
  [
    "a sign-in at an identity provider: 10 minutes",
    "integration/oidc_test",
    "a sign-in may take 10 minutes at the provider",
  ],
  [
    "a check of a session at its provider: every 15 minutes",
    "integration/oidc_session_test",
    "every 15 minutes the provider is asked by ${how}; who is refused is signed out",
  ],
  [
    "a session that its provider does not confirm: 8 hours",
    "integration/oidc_session_test",
    "a provider that is away leaves the session its role for 8 hours, then reading, and says so",
  ],
  [
    "a logout token: 5 minutes, once",
    "integration/oidc_logout_test",
    "a logout token is taken from its issuer for this client, once and within 5 minutes",
  ],
  [
    "the body of a logout: 16 KiB",
    "integration/oidc_logout_test",
    "a logout token may hold 16 KiB",
  ],
  [
    "a remembered access token: 5 minutes",
    "integration/oidc_forged_tokens_test",
    "a token is verified once in five minutes, and ends with its provider",
  ],
  ["100 issues", "contract/body_sizes_test", "at most 100 issues are told"],
  [
    "a template or instance of an import: 1 MiB, 20,000 values",
    "unit/domain/package/document_items_test",
    "splitImport() takes 1 MiB and 20,000 values an item",
  ],
  [
    "problems of an import: 1,000",
    "unit/domain/package/bounded_items_test",
    "BoundedItems tells at most 100 problems an item, and 1,000 in all",
  ],
  [
    "problems of a bulk creation: 1,000",
    "contract/body_sizes_test",
    "the instances of a bulk creation tell 1,000 problems",
  ],
  [
    "comments of a time: 5,000",
    "contract/event_comments_test",
    "at most 5,000 comments of a time are read",
  ],
  ["characters of names", "contract/names_test", "refuses control characters by their code point"],
  ["import item by item", "contract/size_limits_test", "an import's items are held to the limits"],
  [
    "stored template 192 KiB",
    "contract/size_limits_test",
    "a stored template holds 192 KiB, and not a byte more",
  ],
  [
    "versions a template: 50",
    "unit/storage/template_versions_test",
    "a template keeps ${MOST_VERSIONS} versions",
  ],
  [
    "remembered upgrades: 20",
    "unit/domain/instance/upgrade_test",
    "upgradedRecord() stores ${MOST_UPGRADES} upgrades",
  ],
  [
    "a version 192 KiB",
    "unit/storage/template_versions_test",
    "versions of the largest template are added, released and removed",
  ],
  [
    "conditions 5 deep",
    "unit/domain/rule/check_test",
    "checkRules() takes conditions 5 deep, the comparison included, and refuses 6",
  ],
  ["50 comparisons a rule", "unit/domain/rule/check_test", "checkRules() takes 1 to 50 comparisons a rule"],
  ["bit numbers 0 to 63", "unit/domain/rule/check_test", "checkRules() refuses"],
  ["stale_for: up to 366 days", "unit/domain/rule/check_test", "checkRules() refuses"],
  ["flat_for: up to a day", "unit/domain/rule/check_test", "checkRules() refuses"],
  [
    "windows of 100,000 samples",
    "unit/domain/evaluation/window_bounds_test",
    "a window holds 100,000 samples, and is UNKNOWN with one more",
  ],
  ["bindings of an instance 32 KiB", "contract/size_limits_test", "an instance's bindings hold 32 KiB"],
  ["enrichment 162 KiB", "integration/system_sizes_test", "an event's enrichment takes 162 KiB as JSON"],
  [
    "texts with placeholders put in",
    "integration/system_sizes_test",
    "placeholders put in make no event larger",
  ],
  ["text of a sample 10,000", "unit/connectors/data_hub/decode_test", "truncates texts to 10,000 characters"],
  [
    "feed of a PI Web API: 1,000 streams",
    "integration/pi_web_api_feed_test",
    "PI: the feed holds 1,000 streams, further ones are polled",
  ],
  ["10,000 rows unpaged", "contract/size_limits_test", "comes whole up to 10,000 rows"],
  ["saved views: 50 own, 200 shared", "contract/saved_views_test", "50 views of one's own and 200 shared"],
  ["comments of an event: 200", "contract/event_comments_test", "an event keeps 200 comments"],
  ["20,000 closed events looked through", "contract/event_filters_test", "takes 20,000 closed events"],
  [
    "wall: 10,000 unacknowledged events",
    "unit/storage/unacknowledged_test",
    "past the limit the oldest unacknowledged events leave",
  ],
  [
    "20,000 closed events of a span searched",
    "contract/event_filters_test",
    "takes 20,000 closed events",
  ],
  [
    "wall: 100,000 closed events",
    "unit/storage/event_spans_test",
    "since() refuses to count more closed events",
  ],
  [
    "wall: 5,000 events shown",
    "unit/domain/event/wall_test",
    "planWall() shows the newest events up to its limit",
  ],
  ["10,000 instances a call", "contract/bulk_creation_test", "10,000 instances are made in one call, 10,001"],
  ["default 100 requests a minute", "contract/rate_limit_test", "the default limit answers 100 a minute"],
  ["heavy 10 a minute", "contract/rate_limit_test", "the heavy limit answers 10 a minute"],
  ["AI 20 a minute", "contract/rate_limit_test", "the AI limit answers 20 a minute"],
  [
    "other sites' requests: the default limit",
    "contract/cross_site_limit_test",
    "they have an allowance of their own, of the default size",
  ],
  ["MCP: the default limit", "contract/mcp_limits_test", "/mcp is held to the default limit"],
  ["MCP: body 1 MiB", "contract/mcp_limits_test", "a body to /mcp holds 1 MiB"],
  ["MCP: body in 30 s", "faults/mcp_slow_body_test", "a body to /mcp that stalls or trickles is refused"],
  ["MCP: 20 messages", "contract/mcp_limits_test", "a request holds 1 to ${MOST_MESSAGES} messages"],
  ["MCP: nesting 32 deep", "contract/mcp_limits_test", "nested up to ${JSON_LIMITS.depth} deep"],
  ["MCP: answers of a caller", "contract/mcp_limits_test", "requests of one user are answered at once"],
  ["MCP: answers of an address", "contract/mcp_limits_test", "requests of one address are answered at once"],
  ["arguments of functions", "unit/routes/assistant/function_limits_test", "keeps each limit of its schema"],
  ["arguments 256 KiB", "contract/mcp_limits_test", "arguments beyond their limits are refused by name"],
  ["a session: 12 hours unused", "contract/session_rules_test", "a session unused for 12 hours is over"],
  ["a session: 7 days", "contract/session_rules_test", "over after 7 days, and not before"],
  [
    "a screen's code: 10 minutes, once",
    "contract/screens_test",
    "a code is claimed once, by an admin only, within 10 minutes",
  ],
  ["codes of an address: 20, in all: 200", "contract/screens_test", "20 codes of one address and 200 in all"],
  ["wrong codes: 10", "contract/screens_test", "after ten wrong codes within 10 minutes an admin waits"],
  ["screens: 200", "contract/screens_test", "there are 200 screens at most"],
  ["sockets of a screen: 10", "integration/push_screens_test", "a screen has 10 sockets"],
  ["a key's end", "contract/api_keys_test", "a key that is expired or switched off is 401"],
  ["a new key: 365 days", "contract/api_keys_test", "a key's fields are held to their limits"],
  ["keys that end with a user: 50", "unit/storage/api_keys_test", "${MOST_ENDED} keys end with their owner"],
  [
    "five wrong passwords",
    "contract/sign_in_test",
    "after five wrong passwords the next sign-ins are told to wait",
  ],
  [
    "the second step of a sign-in: 5 minutes, once",
    "contract/second_factor_test",
    "the second step belongs to the browser that began, for 5 minutes, once",
  ],
  [
    "wrong second steps of a sign-in: 5",
    "contract/second_factor_test",
    "after five wrong codes the sign-in begins again with the password",
  ],
  ["a code: one step early or late", "contract/second_factor_test", "one step off, and not two"],
  [
    "five wrong codes an hour, then 10 s to 300 s",
    "contract/second_factor_test",
    "guessing codes is slowed down across sign-ins and addresses, known devices apart",
  ],
  ["recovery codes: 10, each once", "contract/second_factor_test", "a recovery code signs in once"],
  ["a factor being set up: 10 minutes", "contract/second_factor_test", "is completed within 10 minutes"],
  ["setting up at a sign-in: 30 minutes", "contract/required_second_factor_test", "ends after 30 minutes"],
  [
    "passkeys of a user: 10",
    "contract/passkeys_test",
    "a user has ${SECOND_FACTOR_LIMITS.passkeys} passkeys",
  ],
  ["a passkey's answer: 5 minutes", "contract/passkeys_test", "in the browser that asked, for 5 minutes"],
  [
    "sign-ins that wait: 10,000",
    "unit/routes/people/second_factor/expiring_states_test",
    "ExpiringStates forgets the oldest state beyond its bound",
  ],
  [
    "wrong passwords: 5 minutes",
    "unit/routes/people/sign_in_slowdown_test",
    "forgets failures after 5 minutes",
  ],
  [
    "passwords being checked: 2, waiting: 50, 15, 5",
    "unit/storage/hash_queue_test",
    "each kind of caller waits in a queue of its own, with a bound of its own",
  ],
  [
    "known devices of a user: 20",
    "unit/storage/known_devices_test",
    "a user has ${MOST_DEVICES} known devices",
  ],
  [
    "a known device: 400 days",
    "unit/storage/known_devices_test",
    "a device unused for 400 days is forgotten",
  ],
  [
    "a new password: a million guesses",
    "unit/domain/access/password_strength_test",
    "passwordWeakness() says why a password is easy to guess",
  ],
  ["sign-in link 10 minutes", "unit/main/login_link_test", "a sign-in link is good for ten minutes"],
  ["X-Request-Id of 64 characters", "contract/request_log_test", "X-Request-Id is the client's when it fits"],
  ["trend: 366 days", "contract/streams_test", "a trend's times and points are checked"],
  ["trend: 200,000 samples", "unit/actors/source/trends_test", "a trend is made of 200,000 samples at most"],
  [
    "trend: 2,000 changes",
    "unit/domain/trend/trend_test",
    "keeps the newest changes when there are too many",
  ],
  ["trends in one call: 24", "contract/trends_test", "24 streams are read in one call, 25 are refused"],
  [
    "trend: 24 parts",
    "unit/actors/source/trend_read_test",
    "a source that does not choose is read in 24 parts",
  ],
  ["trends at once", "unit/actors/source/trends_test", "four trends are read at once, 96 wait"],
  ["a looked-at stream: 5 minutes", "unit/actors/source/watched_streams_test", "read on for five minutes"],
  ["looked-at streams: 100", "unit/actors/source/watched_streams_test", "at most 100 streams are read on"],
  ["push log: 10,000 frames", "unit/routes/push/frame_buffer_test", "keeps 10,000 frames, and of 10,001"],
  ["push log: an hour", "unit/routes/push/frame_buffer_test", "keeps a frame for an hour"],
  [
    "refusals: 50 different ones a minute, each at most two entries",
    "unit/domain/audit/refusal_folding_test",
    "10,000 refusals in a minute are at most 101 entries",
  ],
  [
    "refusals: 500 different ones an hour",
    "unit/domain/audit/refusal_folding_test",
    "an hour of refusals is at most 500 different ones",
  ],
  [
    "refusals: name 100, user agent 200",
    "unit/domain/audit/refusal_folding_test",
    "what a client sends is data: one line of limited length",
  ],
  [
    "audit entries for the syslog server: 10,000",
    "processes/audit_export_test",
    "the queue holds 10,000 messages",
  ],
  ["secret in a file: 64 KiB", "unit/settings/secret_files_test", "a file that cannot be used is refused"],
  ["1,000 waiting frames", "integration/push_clients_test", "past 1,000 waiting frames gets one resync"],
  ["stream values each 50 ms", "integration/push_clients_test", "values come in one frame each 50 ms"],
  ["heartbeat 20 s", "integration/push_clients_test", "a heartbeat comes each 20 s"],
  ["message 256 KiB", "integration/push_access_test", "a message may hold 256 KiB, and one byte more"],
  ["60 messages a minute", "integration/push_access_test", "60 messages a minute are taken, and the next"],
  [
    "2,000 streams a message",
    "unit/routes/push/subscription_test",
    "takes 2,000 stream names and not one more",
  ],
  ["5,000 sockets", "integration/push_access_test", "so many sockets are taken, and the next is a 503"],
  ["an event of full texts", "integration/system_sizes_test", "goes through its whole life"],
];

Deno.test("every limit beyond the schemas has the test that the register names", async () => {
  const missing: string[] = [];
  for (const [limit, file, fact] of REGISTER) {
    const text = await Deno.readTextFile(new URL(`../${file}.ts`, import.meta.url));
    const names = [...text.matchAll(/(?:Deno\.test|systemTest)\(\s*["`](.+?)["`],/g)].map((match) =>
      match[1]
    );
    if (!names.some((name) => name.includes(fact))) missing.push(`${limit}: ${file} has no "${fact}"`);
  }
  assertEquals(missing, []);
  assert(new Set(REGISTER.map(([limit]) => limit)).size === REGISTER.length);
});
