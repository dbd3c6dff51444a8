import { assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { configCommand } from "../../../settings/config_command.ts";
import { effectiveSettings, settingsHelp } from "../../../settings/help.ts";
import { type Environment, parseSettings, retiredSettings } from "../../../settings/settings.ts";
import { SettingsError } from "../../../settings/settings_error.ts";
import { SETTINGS } from "../../../settings/settings_table.ts";

const MACHINE = { cores: 4, tty: false };
const KEY = btoa("0123456789abcdef0123456789abcdef");

function dev(env: Environment) {
  return parseSettings(env, "dev", MACHINE);
}

function start(env: Environment) {
  return parseSettings({ SECRETS_KEY: KEY, ...env }, "start", MACHINE);
}

function messageOf(env: Environment): string {
  return assertThrows(() => start(env), SettingsError).message;
}

Deno.test("parseSettings() returns every default of dev", () => {
  assertEquals(dev({}), {
    mode: "dev",
    port: 8000,
    host: "127.0.0.1",
    dataDir: ".data",
    kvUrl: ".data/andon.sqlite",
    adminPassword: null,
    secretsKey: null,
    secretsKeyPrevious: null,
    actorShards: 3,
    publicUrl: null,
    allowedHosts: [],
    tls: null,
    cookieSecure: "auto",
    localSignIn: "on",
    requireSecondFactor: "off",
    trustProxyHops: 0,
    maxConnections: 1_000,
    maxConnectionsPerAddress: 500,
    rateLimitDefaultPerMinute: 100,
    rateLimitAiPerMinute: 20,
    rateLimitHeavyPerMinute: 10,
    rateLimitBy: "address",
    outboundAllow: "",
    plantTimeZone: "UTC",
    retentionDays: 400,
    auditRetentionDays: null,
    notificationRetentionDays: 400,
    metricsToken: null,
    auditSyslog: null,
    backup: null,
    logLevel: "info",
    logFormat: "json",
    simulatorStreams: 0,
    simulatorRate: null,
    simulatorSeed: 1,
  });
});

Deno.test("parseSettings() listens on every interface in start", () => {
  assertEquals(start({}).host, "0.0.0.0");
  assertEquals(start({}).secretsKey?.length, 32);
});

Deno.test("parseSettings() uses the platform's own KV and no workers on Deno Deploy", () => {
  const settings = parseSettings({ SECRETS_KEY: KEY }, "start", { ...MACHINE, onDeploy: true });
  assertEquals([settings.kvUrl, settings.actorShards], [":platform:", 0]);
  const given = { SECRETS_KEY: KEY, KV_URL: "https://kv.example.org", ACTOR_SHARDS: "2" };
  const own = parseSettings(given, "start", { ...MACHINE, onDeploy: true });
  assertEquals([own.kvUrl, own.actorShards], ["https://kv.example.org", 2]);
  assertEquals(start({ KV_URL: ":platform:" }).kvUrl, ":platform:");
});

Deno.test("parseSettings() logs text on a terminal and keeps at least one worker", () => {
  const settings = parseSettings({}, "dev", { cores: 1, tty: true });
  assertEquals([settings.logFormat, settings.actorShards], ["text", 1]);
});

Deno.test("parseSettings() reads the variables", () => {
  const settings = start({
    PORT: "0",
    HOST: "::1",
    DATA_DIR: "/var/lib/andon/",
    ADMIN_PASSWORD: " twelve chars ",
    ACTOR_SHARDS: "0",
    PUBLIC_URL: "https://Andon.example.org:8443/",
    ALLOWED_HOSTS: "Andon.local, 10.0.0.7,[::1],",
    TLS_CERT_FILE: "cert.pem",
    TLS_KEY_FILE: "key.pem",
    COOKIE_SECURE: "off",
    AUDIT_SYSLOG: "TLS://[fd00::9]:6514",
    TRUST_PROXY: "2",
    MAX_CONNECTIONS: "5000",
    RATE_LIMIT_DEFAULT: "off",
    RATE_LIMIT_AI: "5",
    RATE_LIMIT_BY: "person",
    LOCAL_SIGN_IN: "admins",
    REQUIRE_SECOND_FACTOR: "all",
    OUTBOUND_ALLOW: "only:10.0.0.0/8",
    PLANT_TIME_ZONE: "Europe/Berlin",
    RETENTION_DAYS: "30",
    AUDIT_RETENTION_DAYS: "3650",
    NOTIFICATION_RETENTION_DAYS: "90",
    BACKUP_TO: "s3://plant-backups/andon/line3/",
    BACKUP_AT: "23:05",
    BACKUP_KEEP_DAYS: "7",
    BACKUP_KEEP_WEEKS: "0",
    BACKUP_S3_ENDPOINT: "https://S3.example.org:9000/",
    BACKUP_S3_REGION: "eu-central-1",
    BACKUP_S3_KEY_ID: "AKIA1",
    BACKUP_S3_SECRET: "s3cret",
    METRICS_TOKEN: "t0ken-of-metrics",
    LOG_LEVEL: "debug",
    LOG_FORMAT: "text",
    SIMULATOR_STREAMS: "1000",
    SIMULATOR_RATE: "500",
    SIMULATOR_SEED: "7",
  });
  const { secretsKey: _, ...rest } = settings;
  assertEquals(rest, {
    mode: "start",
    port: 0,
    host: "::1",
    dataDir: "/var/lib/andon/",
    kvUrl: "/var/lib/andon/andon.sqlite",
    adminPassword: " twelve chars ",
    secretsKeyPrevious: null,
    actorShards: 0,
    publicUrl: "https://andon.example.org:8443",
    allowedHosts: ["andon.local", "10.0.0.7", "[::1]"],
    tls: { certFile: "cert.pem", keyFile: "key.pem" },
    cookieSecure: "off",
    localSignIn: "admins",
    requireSecondFactor: "all",
    trustProxyHops: 2,
    maxConnections: 5_000,
    maxConnectionsPerAddress: 1_000,
    rateLimitDefaultPerMinute: null,
    rateLimitAiPerMinute: 5,
    rateLimitHeavyPerMinute: 10,
    rateLimitBy: "person",
    outboundAllow: "only:10.0.0.0/8",
    plantTimeZone: "Europe/Berlin",
    retentionDays: 30,
    auditRetentionDays: 3650,
    notificationRetentionDays: 90,
    auditSyslog: { protocol: "tls", hostname: "fd00::9", port: 6514 },
    backup: {
      place: {
        kind: "bucket",
        bucket: "plant-backups",
        prefix: "andon/line3/",
        endpoint: "https://s3.example.org:9000",
        region: "eu-central-1",
        keyId: "AKIA1",
        secret: "s3cret",
      },
      at: { minute: 23 * 60 + 5, timeZone: "Europe/Berlin" },
      keep: { days: 7, weeks: 0, timeZone: "Europe/Berlin" },
    },
    metricsToken: "t0ken-of-metrics",
    logLevel: "debug",
    logFormat: "text",
    simulatorStreams: 1000,
    simulatorRate: 500,
    simulatorSeed: 7,
  });
});

Deno.test("parseSettings() lets connections use half of the files that may be open", () => {
  const limits = (openFiles?: number, env: Environment = {}) => {
    const settings = parseSettings(env, "dev", { ...MACHINE, openFiles });
    return [settings.maxConnections, settings.maxConnectionsPerAddress];
  };
  assertEquals(limits(undefined), [1_000, 500]);
  assertEquals(limits(1_024), [512, 256]);
  assertEquals(limits(1_000_000), [10_000, 1_000]);
  assertEquals(limits(1_024, { MAX_CONNECTIONS: "924", MAX_CONNECTIONS_PER_ADDRESS: "7" }), [924, 7]);
  const { message } = assertThrows(() => limits(1_024, { MAX_CONNECTIONS: "925" }), SettingsError);
  assertMatch(
    message,
    /^MAX_CONNECTIONS is 925, but the process may open 1024 files; use at most 924, or allow/,
  );
});

Deno.test("parseSettings() treats an empty or blank variable as not set", () => {
  assertEquals(dev({ PORT: "", LOG_LEVEL: "  ", ADMIN_PASSWORD: "" }), dev({}));
});

Deno.test("parseSettings() accepts memory, a file or a KV Connect address as the store", () => {
  for (
    const kvUrl of [":memory:", "/srv/andon.kv", "kv/andon", "http://127.0.0.1:4512", "https://kv.example"]
  ) {
    assertEquals(dev({ KV_URL: kvUrl }).kvUrl, kvUrl);
  }
});

Deno.test("parseSettings() accepts a key in the URL alphabet and without padding", () => {
  const bytes = new Uint8Array(32).fill(0xfb);
  const urlSafe = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(
    "=",
    "",
  );
  assertEquals(start({ SECRETS_KEY: urlSafe }).secretsKey, bytes);
});

const REFUSED: [name: string, value: string][] = [
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "80a"],
  ["PORT", "8e3"],
  ["PORT", "80.5"],
  ["HOST", "http://localhost"],
  ["HOST", "two words"],
  ["KV_URL", "postgres://db"],
  ["KV_URL", ":disk:"],
  ["KV_URL", "data/"],
  ["ACTOR_SHARDS", "65"],
  ["ACTOR_SHARDS", "auto"],
  ["PUBLIC_URL", "andon.example.org"],
  ["PUBLIC_URL", "ftp://andon.example.org"],
  ["PUBLIC_URL", "https://andon.example.org/console"],
  ["PUBLIC_URL", "https://andon.example.org/?"],
  ["PUBLIC_URL", "https://andon.example.org/#top"],
  ["PUBLIC_URL", "https://user:pass@andon.example.org"],
  ["ALLOWED_HOSTS", "https://andon.example.org"],
  ["ALLOWED_HOSTS", "andon.example.org:8000"],
  ["ALLOWED_HOSTS", ","],
  ["COOKIE_SECURE", "false"],
  ["TRUST_PROXY", "true"],
  ["AUDIT_SYSLOG", "siem.example"],
  ["AUDIT_SYSLOG", "udp://siem.example"],
  ["AUDIT_SYSLOG", "tcp://siem.example:0"],
  ["AUDIT_SYSLOG", "tcp://siem.example:65536"],
  ["AUDIT_SYSLOG", "https://siem.example:514"],
  ["AUDIT_SYSLOG", "udp://siem.example:514/path"],
  ["MAX_CONNECTIONS", "9"],
  ["MAX_CONNECTIONS", "off"],
  ["MAX_CONNECTIONS_PER_ADDRESS", "4"],
  ["RATE_LIMIT_DEFAULT", "0"],
  ["RATE_LIMIT_AI", "none"],
  ["RATE_LIMIT_HEAVY", "1.5"],
  ["RATE_LIMIT_BY", "session"],
  ["LOCAL_SIGN_IN", "no"],
  ["REQUIRE_SECOND_FACTOR", "on"],
  ["PLANT_TIME_ZONE", "Mars/Olympus"],
  ["RETENTION_DAYS", "0"],
  ["AUDIT_RETENTION_DAYS", "off"],
  ["NOTIFICATION_RETENTION_DAYS", "0"],
  ["NOTIFICATION_RETENTION_DAYS", "36501"],
  ["LOG_LEVEL", "verbose"],
  ["LOG_FORMAT", "xml"],
  ["SIMULATOR_STREAMS", "many"],
  ["SIMULATOR_RATE", "0"],
  ["SIMULATOR_RATE", "1000001"],
  ["SIMULATOR_SEED", "4294967296"],
];

for (const [name, value] of REFUSED) {
  Deno.test(`parseSettings() refuses ${name}=${value} by name and value, saying what to use`, () => {
    const message = messageOf({ [name]: value });
    assertEquals(message.startsWith(`${name} is ${JSON.stringify(value)}; use `), true, message);
    assertEquals(message.includes("\n"), false);
  });
}

Deno.test("parseSettings() keeps a refused value on one line and short", () => {
  const message = messageOf({ LOG_LEVEL: `a\nb\u001b[31m${"x".repeat(10_000)}` });
  assertMatch(message, /^LOG_LEVEL is "a\\nb\\u001b\[31mx+…"; use debug, info, warn or error$/);
  assertEquals(message.length < 250, true);
});

Deno.test("parseSettings() never quotes a secret", () => {
  for (
    const [name, value] of [["ADMIN_PASSWORD", "hunter2"], ["SECRETS_KEY", "c2hvcnQ="], [
      "METRICS_TOKEN",
      "a b",
    ]]
  ) {
    const message = messageOf({ [name]: value });
    assertEquals(message.startsWith(`${name} cannot be used; use `), true, message);
    assertEquals(message.includes(value), false);
  }
});

Deno.test("parseSettings() accepts an admin password from 12 characters on", () => {
  assertThrows(() => dev({ ADMIN_PASSWORD: "x".repeat(11) }), SettingsError);
  assertEquals(dev({ ADMIN_PASSWORD: "x".repeat(12) }).adminPassword, "x".repeat(12));
});

Deno.test("parseSettings() accepts a METRICS_TOKEN from 16 characters on, without spaces", () => {
  const wants =
    /^METRICS_TOKEN cannot be used; use at least 16 ASCII characters without spaces, such as .*openssl/;
  for (const token of ["x".repeat(15), "x".repeat(16) + " y", "ä".repeat(16)]) {
    assertMatch(messageOf({ METRICS_TOKEN: token }), wants);
  }
  assertEquals(dev({ METRICS_TOKEN: "x".repeat(16) }).metricsToken, "x".repeat(16));
});

Deno.test("parseSettings() refuses a key of 31 or 33 bytes", () => {
  for (const length of [31, 33]) {
    assertStringIncludes(messageOf({ SECRETS_KEY: btoa("k".repeat(length)) }), "SECRETS_KEY cannot be used");
  }
});

Deno.test("parseSettings() needs SECRETS_KEY in start only", () => {
  const error = assertThrows(() => parseSettings({}, "start", MACHINE), SettingsError);
  assertMatch(error.message, /^SECRETS_KEY is not set; use 32 bytes in base64/);
});

Deno.test("parseSettings() accepts certificate and key only together", () => {
  assertEquals(
    messageOf({ TLS_CERT_FILE: "cert.pem" }),
    "TLS_KEY_FILE is not set but TLS_CERT_FILE is; set both or neither",
  );
  assertEquals(
    messageOf({ TLS_KEY_FILE: "key.pem" }),
    "TLS_CERT_FILE is not set but TLS_KEY_FILE is; set both or neither",
  );
});

Deno.test("settingsHelp() names every setting with its default and meaning", () => {
  const help = settingsHelp();
  const unwrapped = help.replace(/\s+/g, " ");
  for (const setting of Object.values(SETTINGS)) {
    assertMatch(help, new RegExp(`^${setting.name}$`, "m"));
    assertStringIncludes(unwrapped, `${setting.meaning} `);
    assertStringIncludes(unwrapped, `Default: ${setting.standard}`);
  }
  assertEquals(help.split("\n").every((line) => line.length <= 100), true);
  assertEquals(/not in force/i.test(unwrapped), false);
});

Deno.test("effectiveSettings() prints every setting and no secret", () => {
  const shown = effectiveSettings(start({
    ADMIN_PASSWORD: "correct horse",
    METRICS_TOKEN: "t0ken-of-metrics",
    KV_URL: "https://user:hunter2@kv.example/x",
  }));
  assertEquals(shown.split("\n").length, Object.keys(SETTINGS).length);
  assertStringIncludes(shown, "PORT=8000");
  assertStringIncludes(shown, "ADMIN_PASSWORD=(set)");
  assertStringIncludes(shown, "KV_URL=https://kv.example/x");
  for (const secret of ["correct horse", "t0ken-of-metrics", KEY, "hunter2"]) {
    assertEquals(shown.includes(secret), false);
  }
});

Deno.test("configCommand() prints help, settings, and a wrong one with exit code 2", () => {
  assertEquals(configCommand(["--help"], {}, MACHINE), { text: settingsHelp(), exitCode: 0 });
  assertEquals(configCommand([], { PORT: "1" }, MACHINE).text.split("\n")[0], "PORT=1");
  assertEquals(configCommand(["start"], {}, MACHINE).exitCode, 2);
  assertEquals(configCommand([], { PORT: "x" }, MACHINE), {
    text: 'PORT is "x"; use a whole number from 0 to 65535',
    exitCode: 2,
  });
  assertEquals(configCommand(["prod"], {}, MACHINE), {
    text: '"prod" is not an argument of config; use dev, start or --help',
    exitCode: 2,
  });
});

Deno.test("a setting of an earlier version that is still set is one line", () => {
  const lines = retiredSettings({ CLUSTER_ADDRESS: "10.0.0.7", PORT: "8000" });
  assertEquals(lines, ["CLUSTER_ADDRESS no longer has an effect; remove it"]);
  assertEquals(retiredSettings({ CLUSTER_ADDRESS: "" }), []);
});
