import { join } from "node:path";
import { runApply } from "../../cli/plant/apply.ts";
import { runExport } from "../../cli/plant/export.ts";
import type { CommandContext } from "../../cli/plant/context.ts";
import type { AndonClient, Json } from "./andon_client.ts";

export interface CommandEnd {
  code: number;
  /** Lines of the result. */
  out: string[];
  /** Warnings and errors. */
  err: string[];
}

/** A folder with the plant of an Andon, and the commands over it, with an API key. */
export class PlantFolder implements AsyncDisposable {
  private constructor(readonly path: string, private readonly environment: Record<string, string>) {}

  /** `environment`: where the secrets of the folder are found. */
  static async of(
    client: AndonClient,
    environment: Record<string, string> = {},
    role: "admin" | "engineer" = "admin",
  ): Promise<PlantFolder> {
    const { data } = await client.ok("POST", "/api/keys", { name: crypto.randomUUID(), role });
    const own = { ANDON_URL: client.baseUrl, ANDON_KEY: data.key, ...environment };
    return new PlantFolder(await Deno.makeTempDir(), own);
  }

  /** Another Andon's commands over a copy of this folder. */
  async copiedFor(client: AndonClient, environment: Record<string, string> = {}): Promise<PlantFolder> {
    const other = await PlantFolder.of(client, environment);
    for (const [file, text] of Object.entries(await this.files())) await other.write(file, text);
    return other;
  }

  export(): Promise<CommandEnd> {
    return this.#run(runExport, [this.path]);
  }

  apply(...flags: string[]): Promise<CommandEnd> {
    return this.#run(runApply, [this.path, ...flags]);
  }

  async #run(run: (args: string[], context: CommandContext) => Promise<number>, args: string[]) {
    const out: string[] = [], err: string[] = [];
    const context = {
      environment: this.environment,
      print: (line: string) => void out.push(line),
      warn: (line: string) => void err.push(line),
    };
    return { code: await run(args, context), out, err };
  }

  /** The texts of the files, by their names. */
  async files(): Promise<Record<string, string>> {
    const files: Record<string, string> = {};
    for await (const { name, isFile } of Deno.readDir(this.path)) {
      if (isFile) files[name] = await Deno.readTextFile(join(this.path, name));
    }
    return files;
  }

  async write(file: string, text: string): Promise<void> {
    await Deno.writeTextFile(join(this.path, file), text);
  }

  /** Puts a text in the place of another one, which must be there. */
  async replace(file: string, before: string, after: string): Promise<void> {
    const text = await Deno.readTextFile(join(this.path, file));
    if (!text.includes(before)) throw new Error(`${file} has no "${before}":\n${text}`);
    await this.write(file, text.replace(before, after));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }
}

/** A thing of every kind, over the simulator's streams. */
export async function wholePlant(
  client: AndonClient,
  stream: string,
): Promise<{ template: { id: number }; instance: { id: number } }> {
  const post = async (path: string, body: Json) => {
    const answer = await client.ok("POST", path, body);
    return answer.data ?? answer.template;
  };
  await post("/api/plant-model", { floc_id: "DAIRY", name: "Dairy", node_type: "enterprise" });
  await post("/api/plant-model", { floc_id: "NORTH", name: "North", node_type: "site", parent_id: "DAIRY" });
  await post("/api/plant-model", { floc_id: "HALL", name: "Hall", node_type: "area", parent_id: "NORTH" });
  await post("/api/plant-model", {
    floc_id: "L1",
    name: "Line 1",
    node_type: "production_line",
    parent_id: "HALL",
  });
  await post("/api/plant-model", { floc_id: "AN-EX", name: "Annex", node_type: "site", parent_id: "DAIRY" });
  const area = await post("/api/areas", { name: "Filling", plant_node_ids: ["L1"] });
  const password = "correct horse battery staple";
  const anna = await post("/api/users", {
    username: "anna",
    password,
    role: "viewer",
    grants: [{ role: "engineer", area_ids: [area.id] }],
    display_name: "Anna Ö.",
  });
  const bo = await post("/api/users", { username: "bo", password, role: "operator" });
  await post("/api/identity-providers", {
    name: "corp",
    issuer: "https://login.example.org/realm",
    client_id: "andon",
    client_secret: "hidden",
    grants: [{ group: "ops", role: "operator", area_ids: [area.id] }],
  });
  await client.ok("PUT", "/api/plant-settings", {
    working_hours: [{ weekdays: [1, 2, 3, 4, 5], from: "06:00", to: "22:00" }],
    holidays: ["2026-12-25"],
  });
  await post("/api/ai-providers", {
    display_name: "Local model",
    provider_type: "ollama",
    model_name: "small",
    base_url: "http://127.0.0.1:9/v1",
    api_key: "key-of-the-model",
    system_instructions: "Answer shortly.\nIn plain words.\n",
  });
  const mail = await post("/api/contact-points", {
    name: "Mail",
    fallback: true,
    config: {
      kind: "email",
      host: "127.0.0.1",
      user: "andon",
      from: "andon@example.org",
      to: ["ops@example.org"],
    },
    secrets: { password: "mail password" },
  });
  const team = await post("/api/teams", { name: "Electricians", user_ids: [bo.id, anna.id] });
  const roster = await post("/api/rosters", {
    name: "Nights",
    time_zone: "Europe/Vienna",
    layers: [{ name: "First", user_ids: [anna.id, bo.id], starts_on: "2026-11-02" }],
  });
  await post("/api/heartbeats", { name: "backup-job", deadline_seconds: 90_000 });
  const made = await post("/api/packages", { name: "Utilities", description: "Pumps: and fans" });
  const template = await post("/api/templates", {
    name: "Pump pressure",
    category: "production",
    package_id: made.id,
    placeholders: [
      { placeholder_name: "PRESSURE", data_type: "NUM" },
      { placeholder_name: "LIMIT", data_type: "NUM", default_value: 4 },
    ],
    rules: [{
      rule_id: "high",
      rule_name: "High",
      event_name: "<PRESSURE> is high",
      severity: "error",
      on_delay_seconds: 30,
      conditions: [{ stream: "<PRESSURE>", operator: "greater_than", value: "<LIMIT>" }],
    }],
  });
  const instance = await post("/api/instances", {
    template_id: template.id,
    instance_name: "Pump 1",
    plant_node_floc_id: "L1",
    placeholders: [
      { placeholder_name: "PRESSURE", stream_name: stream },
      { placeholder_name: "LIMIT", value: 5 },
    ],
  });
  await client.ok("POST", `/api/instances/${instance.id}/deploy`);
  await post("/api/notification-policies", {
    name: "Critical",
    match: {
      area_ids: [area.id],
      plant_node_ids: ["L1"],
      template_ids: [template.id],
      severities: ["critical"],
    },
    steps: [
      { after_minutes: 0, to: [{ kind: "roster", id: roster.id }, { kind: "team", id: team.id }] },
      { after_minutes: 15, to: [{ kind: "user", id: anna.id }, { kind: "contact_point", id: mail.id }] },
    ],
  });
  await post("/api/notification-policies", { name: "All errors", match: { severities: ["error"] } });
  return { template, instance };
}

/** Where the secrets of `wholePlant()` are found. */
export const PLANT_SECRETS = {
  USER_ADMIN_PASSWORD: "correct horse battery staple",
  USER_ANNA_PASSWORD: "correct horse battery staple",
  USER_BO_PASSWORD: "correct horse battery staple",
  IDENTITY_PROVIDER_CORP_CLIENT_SECRET: "hidden",
  AI_PROVIDER_LOCAL_MODEL_API_KEY: "key-of-the-model",
  CONTACT_POINT_MAIL_PASSWORD: "mail password",
};
