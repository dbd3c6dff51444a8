import type { Actor } from "../domain/access/types.ts";
import { AREA_LIMITS } from "../domain/area/limits.ts";
import type { AreaChange, AreaDraft, AreaRecord } from "../domain/area/schema.ts";
import type { Check, Mutation } from "../domain/shared/commit.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import { areaUsers, grantsMark } from "./area_grants.ts";
import type { Areas } from "./areas_contract.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import { policiesOfArea, policiesUnchanged } from "./policy_uses.ts";
import { inUse } from "./in_use.ts";
import {
  freshId,
  invalid,
  type NounContext,
  readToChange,
  recordDecision,
  unchanged,
  write,
} from "./write.ts";

/** The most nodes above a node, so that a loop in a damaged store ends. */
const MOST_ABOVE = 100;

/** Areas of responsibility, read from memory. */
export class AreaStore implements Areas {
  constructor(readonly context: NounContext, readonly mirrors: Mirrors) {}

  list(): readonly AreaRecord[] {
    return this.mirrors.areas.list();
  }

  get(id: number): AreaRecord | undefined {
    return this.mirrors.areas.get(id);
  }

  byName(name: string): AreaRecord | undefined {
    return this.list().find((area) => area.name.toLowerCase() === name.toLowerCase());
  }

  ofNode(flocId: string | null): AreaRecord[] {
    const { areasByNode, plantNodes } = this.mirrors;
    const found = new Set<AreaRecord>();
    let at = flocId;
    for (let left = MOST_ABOVE; at !== null && left > 0; left--) {
      for (const area of areasByNode.of(at)) found.add(area);
      at = plantNodes.get(at)?.parent_id ?? null;
    }
    return [...found].sort((a, b) => a.id - b.id);
  }

  create(draft: AreaDraft, by: Actor): Promise<AreaRecord> {
    const { context } = this;
    const nextId = freshId(context, "area");
    return write(context, async () => {
      const checks = await this.#present();
      if (this.list().length >= AREA_LIMITS.areas) throw tooMany();
      const id = await nextId();
      const record: AreaRecord = {
        v: 1,
        id,
        ...distinct(draft),
        created_at: isoFromMs(context.now()),
        created_by: by.name,
      };
      this.#requireConsistent(record);
      const change = { action: "created", type: "area", id, by, after: record } as const;
      return recordDecision(context, change, { key: keys.area(id), checks, marks: [CHANGED] });
    });
  }

  update(id: number, given: AreaChange, by: Actor): Promise<AreaRecord> {
    const { context } = this;
    return write(context, async () => {
      const checks = await this.#present();
      const before = await this.#read(id, checks);
      const after: AreaRecord = { ...before, ...distinct(given) };
      this.#requireConsistent(after);
      const change = { action: "updated", type: "area", id, by, before, after } as const;
      return recordDecision(context, change, { key: keys.area(id), checks, marks: [CHANGED] });
    });
  }

  remove(id: number, by: Actor): Promise<void> {
    const { context, mirrors } = this;
    return write(context, async () => {
      const checks = [await grantsMark(context), await policiesUnchanged(context)];
      const before = await this.#read(id, checks);
      const users = [...areaUsers(id, mirrors), ...policiesOfArea(id, mirrors)];
      if (users.length > 0) throw inUse(`Area "${before.name}"`, users);
      const change = { action: "deleted", type: "area", id, by, before, after: undefined } as const;
      return recordDecision(context, change, { key: keys.area(id), checks, marks: [CHANGED] });
    });
  }

  /** The checks fail once an area changes or a plant node is removed, so those in memory are complete. */
  async #present(): Promise<Check[]> {
    const marks = [keys.areas(), keys.plantNodesGone()];
    const entries = await this.context.store.getMany(marks);
    await this.context.store.caughtUp();
    return marks.map((key, at) => unchanged(key, entries[at]));
  }

  #read(id: number, checks: Check[]): Promise<AreaRecord> {
    const stored = { key: keys.area(id), kind: kinds.area, what: "area", id };
    return readToChange(this.context, stored, checks);
  }

  #requireConsistent({ id, name, plant_node_ids }: AreaRecord): void {
    const named = this.byName(name);
    if (named !== undefined && named.id !== id) {
      throw invalid("name", `An area named "${named.name}" exists already; choose another name`);
    }
    const at = plant_node_ids.findIndex((node) => this.mirrors.plantNodes.get(node) === undefined);
    if (at >= 0) throw invalid(`plant_node_ids.${at}`, `Plant node "${plant_node_ids[at]}" does not exist`);
  }
}

const CHANGED: Mutation = { type: "sum", key: keys.areas(), value: 0 };

function distinct<T extends AreaChange>(given: T): T {
  const { plant_node_ids: ids } = given;
  return ids === undefined ? given : { ...given, plant_node_ids: [...new Set(ids)] };
}

function tooMany() {
  return invalid(
    "",
    `${AREA_LIMITS.areas} areas exist already, the most that are possible; delete one first`,
  );
}
