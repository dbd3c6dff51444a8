import { assert, assertEquals } from "@std/assert";
import type { Andon } from "../../main/serve.ts";
import { keys } from "../../storage/keys.ts";
import { type AndonClient, type Answer, type Json } from "./andon_client.ts";
import { eventually } from "./eventually.ts";
import { limitTemplate } from "./simulated_plant.ts";
import { TemplateHistory } from "./template_history.ts";

/** Half of the instances is bound to the one, half to the other: an instance on HIGH has an event while deployed. */
export const HIGH = "Race.High";
export const LOW = "Race.Low";
const INSTANCES = 20;

const KINDS = ["deploy", "undeploy", "put", "delete", "create", "get"] as const;
/** Commands on all instances in one call, and the change of one instance. */
const MORE_KINDS = ["bulk_deploy", "bulk_undeploy", "change", "release", "upgrade"] as const;
export type Kind = typeof KINDS[number] | typeof MORE_KINDS[number];

/** How often out of a hundred each kind is drawn. */
export type Mix = Record<typeof KINDS[number], number> & Partial<Record<typeof MORE_KINDS[number], number>>;

export interface Round {
  requests: number;
  /** Commands go to so many of the instances: with few of them the template is often free. */
  hot: number;
  mix: Mix;
  /** All instances are deployed when it begins; else none is. */
  beginsDeployed?: boolean;
}

/** What each kind may answer, as `status error_code`; whatever else comes is a failure. */
const ALLOWED: Record<Kind, string[]> = {
  deploy: ["200", "404 NOT_FOUND", "400 INSTANCE_DEPLOYMENT_FAILED", "503 UNAVAILABLE"],
  undeploy: ["200", "404 NOT_FOUND", "503 UNAVAILABLE"],
  put: ["200", "403 TEMPLATE_IN_USE", "404 TEMPLATE_NOT_FOUND", "503 UNAVAILABLE"],
  delete: ["200", "403 TEMPLATE_IN_USE", "404 TEMPLATE_NOT_FOUND", "503 UNAVAILABLE"],
  create: ["201", "400 VALIDATION_FAILED", "404 TEMPLATE_NOT_FOUND", "503 UNAVAILABLE"],
  get: ["200", "404 TEMPLATE_NOT_FOUND"],
  bulk_deploy: ["200", "400 VALIDATION_FAILED"],
  bulk_undeploy: ["200", "400 VALIDATION_FAILED"],
  release: [
    "200",
    "201",
    "404 NOT_FOUND",
    "404 TEMPLATE_NOT_FOUND",
    "400 VALIDATION_FAILED",
    "503 UNAVAILABLE",
  ],
  upgrade: ["200", "404 NOT_FOUND", "404 TEMPLATE_NOT_FOUND", "400 VALIDATION_FAILED", "503 UNAVAILABLE"],
  change: ["200", "403 INSTANCE_IN_USE", "404 NOT_FOUND", "404 TEMPLATE_NOT_FOUND", "503 UNAVAILABLE"],
};

/** Requests of many clients against one template at once, and what must hold however they meet. */
export class TemplateRace {
  #template = 0;
  #instances: number[] = [];
  #puts = 0;
  #releases = 0;
  /** The newest version that an answer has shown, by template. */
  readonly #shown = new Map<number, number>();
  readonly #accepted: string[] = [];
  readonly #unsure: string[] = [];
  readonly #deployedAt: { id: number; date: string }[] = [];
  /** Answers by `kind status error_code`. */
  readonly tally: Record<string, number> = {};

  constructor(readonly andon: Andon, readonly options: { client: AndonClient; random: () => number }) {}

  /** One round: all requests at once, then all checks. */
  async run(round: Round): Promise<void> {
    await this.#prepare();
    if (round.beginsDeployed) {
      await this.options.client.ok("POST", "/api/instances/bulk-deploy", { instance_ids: this.#instances });
    }
    const fired = Array.from({ length: round.requests }, () => this.#draw(round));
    await Promise.all(fired.map((fire) => fire()));
    await this.check();
  }

  /** The store, the memory and the engine agree, and no commit ever led to a state that must not be. */
  async check(): Promise<void> {
    const { store } = this.andon.storage;
    const history = await TemplateHistory.read(store);
    assertEquals(history.violations, [], "states that were reached");
    this.#checkAnswers(history);
    const templates = await store.list<{ id: number }>({ prefix: ["template"] });
    const records = await store.list<StoredInstance>({ prefix: ["instance"] });
    const known = new Set(templates.map(({ value }) => value.id));
    assertEquals(records.filter(({ value }) => !known.has(value.template_id)), [], "instances left behind");
    const deployed = records.map(({ value }) => value).filter((one) => one.is_deployed);
    for (const id of known) {
      const counter = await store.get<number>(keys.templateDeployments(id));
      const own = deployed.filter((one) => one.template_id === id);
      assertEquals(counter?.value ?? 0, own.length, `the deployments counted for template ${id}`);
    }
    const listed: Json[] =
      (await this.options.client.ok("GET", "/api/instances?is_deployed=true&per_page=1000")).data;
    assertEquals(ids(listed), ids(deployed), "the instances that are said to be deployed");
    const high = await store.get<number>(keys.streamByName(HIGH));
    await this.evaluated(deployed.filter(({ bindings }) => bindings.VALUE.stream === high?.value));
  }

  /** Exactly these have an active event, one each. */
  async evaluated(expected: { id: number }[]): Promise<void> {
    let active: unknown[] = [];
    await eventually("exactly the deployed instances have an active event", async () => {
      const rows: Json[] = (await this.options.client.ok("GET", "/api/rule-events/active")).data;
      active = rows.map((row) => row.instance_id).sort(byNumber);
      return JSON.stringify(active) === JSON.stringify(ids(expected));
    }, 60_000).catch(() => assertEquals(active, ids(expected), "instances with an active event"));
  }

  async deployed(): Promise<{ id: number }[]> {
    return (await this.options.client.ok("GET", "/api/instances?is_deployed=true&per_page=1000")).data;
  }

  /** A template with its instances, none of them deployed. */
  async #prepare(): Promise<void> {
    const { client } = this.options;
    for (const { id } of await this.deployed()) await client.ok("POST", `/api/instances/${id}/undeploy`);
    if ((await client.get(`/api/templates/${this.#template}`)).status === 200) return;
    this.#template = await limitTemplate(client);
    const made = await Promise.all(Array.from({ length: INSTANCES }, (_, n) => this.#create(n)));
    this.#instances = made.map(({ body }) => body.data.id);
  }

  #create(number: number): Promise<Answer> {
    return this.options.client.post("/api/instances", {
      template_id: this.#template,
      instance_name: `Instance ${number}`,
      placeholder_mappings: { VALUE: number % 2 === 0 ? HIGH : LOW },
    });
  }

  #draw({ hot, mix }: Round): () => Promise<void> {
    const kind = drawKind(mix, this.options.random() * 100);
    const instance = this.#instances[Math.floor(this.options.random() * hot)];
    const number = INSTANCES + Math.floor(this.options.random() * 1e6);
    return async () => {
      const answer = await this.#fire(kind, { instance, number });
      this.#take(kind, answer);
    };
  }

  async #fire(kind: Kind, { instance, number }: { instance: number; number: number }): Promise<Answer> {
    const { client } = this.options;
    switch (kind) {
      case "deploy": {
        const answer = await client.post(`/api/instances/${instance}/deploy`);
        if (answer.status === 200) {
          this.#deployedAt.push({ id: instance, date: answer.body.instance.deployment_date });
        }
        return answer;
      }
      case "undeploy":
        return await client.post(`/api/instances/${instance}/undeploy`);
      case "put":
        return await this.#put();
      case "delete":
        return await client.delete(`/api/templates/${this.#template}`);
      case "create":
        return await this.#create(number);
      case "get":
        return await this.#get();
      case "bulk_deploy":
      case "bulk_undeploy":
        return await this.#bulk(kind, number);
      case "release":
        return await this.#release(number);
      case "upgrade":
        return await this.#upgrade(number);
      case "change":
        return await client.put(`/api/instances/${instance}`, {
          placeholder_mappings: { VALUE: number % 2 === 0 ? HIGH : LOW },
        });
    }
  }

  /** By the template, or by the instances as they were at the round's start. */
  async #bulk(kind: "bulk_deploy" | "bulk_undeploy", number: number): Promise<Answer> {
    const body = number % 2 === 0 ? { template_id: this.#template } : { instance_ids: this.#instances };
    const answer = await this.options.client.post(`/api/instances/${kind.replace("_", "-")}`, body);
    for (const { status } of answer.body.data?.items ?? []) {
      const text = `${kind} item ${status}`;
      this.tally[text] = (this.tally[text] ?? 0) + 1;
    }
    return answer;
  }

  /** A new version: an open event is closed by some of them. The second rule is never true. */
  async #release(number: number): Promise<Answer> {
    const { client } = this.options, path = `/api/templates/${this.#template}`;
    const template = await client.get(path);
    if (template.status !== 200) return template;
    const [first] = template.body.data.rules;
    const second = {
      ...first,
      rule_id: "second",
      conditions: [{ ...first.conditions[0], value: 1e6 + number }],
    };
    const rules = [{ ...first, severity: number % 3 === 0 ? "error" : "info" }, second];
    const added = await client.post(`${path}/versions`, { rules });
    if (added.status !== 201) return added;
    this.#releases++;
    return await client.post(`${path}/versions/${added.body.data.version}/release`);
  }

  /** Upgrades the deployed instances to a newer version; another release may precede the end. */
  async #upgrade(number: number): Promise<Answer> {
    for (const id of this.#instances.slice(0, 4)) {
      await this.options.client.post(`/api/instances/${id}/deploy`);
    }
    await this.#release(number);
    return await this.#upgradeOnce(number);
  }

  async #upgradeOnce(number: number): Promise<Answer> {
    const { client } = this.options, path = `/api/templates/${this.#template}`;
    const template = await client.get(path);
    if (template.status !== 200) return template;
    const { version } = template.body.data;
    const instance_ids = number % 2 === 0 ? this.#instances : this.#instances.slice(0, 4);
    const answer = await client.post(`${path}/versions/${version}/upgrade`, { instance_ids });
    for (const { status } of answer.body.data?.items ?? []) {
      const text = `upgrade item ${status}`;
      this.tally[text] = (this.tally[text] ?? 0) + 1;
    }
    return answer;
  }

  async #put(): Promise<Answer> {
    const description = `put ${++this.#puts}`;
    const answer = await this.options.client.put(`/api/templates/${this.#template}`, { description });
    if (answer.status === 200) this.#accepted.push(description);
    if (answer.status === 503) this.#unsure.push(description);
    return answer;
  }

  /** Once an answer has shown a version, no later request is answered an older one, unless one was released. */
  async #get(): Promise<Answer> {
    const before = this.#shown.get(this.#template) ?? 0;
    const answer = await this.options.client.get(`/api/templates/${this.#template}`);
    if (answer.status === 200) {
      const { version } = answer.body.data;
      assert(
        this.#releases > 0 || version >= before,
        `template ${this.#template} was at version ${before}, now ${version}`,
      );
      this.#shown.set(this.#template, Math.max(version, this.#shown.get(this.#template) ?? 0));
    }
    return answer;
  }

  #take(kind: Kind, { status, body }: Answer): void {
    const text = status < 300 ? String(status) : `${status} ${body.details?.error_code}`;
    assert(ALLOWED[kind].includes(text), `${kind} answered ${text}: ${JSON.stringify(body)}`);
    this.tally[`${kind} ${text}`] = (this.tally[`${kind} ${text}`] ?? 0) + 1;
    if (status !== 403 || kind === "change") return;
    const { template_id, deployed_instances } = body.details;
    assertEquals([body.success, template_id], [false, this.#template]);
    assert(deployed_instances >= 1, `refused for ${deployed_instances} deployed instances`);
  }

  /** What was answered 200 is in the log once, and what was refused is not. */
  #checkAnswers(history: TemplateHistory): void {
    const written = history.of("template", "updated").map(({ after }) => (after as Json).description);
    const sure = written.filter((description) => !this.#unsure.includes(String(description)));
    assertEquals([...sure].sort(), [...this.#accepted].sort(), "the updates that were answered 200");
    const deployments = new Set(
      history.of("instance", "deployed").map(({ resource_id, after }) =>
        `${resource_id} ${(after as Json).deployment_date}`
      ),
    );
    const unknown = this.#deployedAt.filter(({ id, date }) => !deployments.has(`${id} ${date}`));
    assertEquals(unknown, [], "deployments that were answered 200 and are not in the log");
  }
}

interface StoredInstance {
  id: number;
  template_id: number;
  is_deployed: boolean;
  bindings: { VALUE: { stream: number } };
}

function drawKind(mix: Mix, drawn: number): Kind {
  let left = drawn;
  for (const kind of [...KINDS, ...MORE_KINDS]) if ((left -= mix[kind] ?? 0) < 0) return kind;
  return "get";
}

function ids(rows: { id?: unknown }[]): number[] {
  return rows.map((row) => Number(row.id)).sort(byNumber);
}

function byNumber(a: unknown, b: unknown): number {
  return Number(a) - Number(b);
}
