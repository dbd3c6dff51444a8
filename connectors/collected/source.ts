import type { Ms } from "../../domain/shared/time.ts";
import type { DataSource } from "../source.ts";
import type { Inlet, Intake } from "./inlet.ts";
import type { CollectedFields } from "./settings.ts";

/** What of `ConnectOptions` a collected source needs. */
export interface CollectedConnect {
  settings: { id: number; sourceLostSeconds: number; config: CollectedFields };
  now: () => Ms;
  random: () => number;
  /** The folder of its file. Null: it is only tested and browsed; nothing is stored, and reads are refused. */
  folder: string | null;
}

export interface CollectedOptions {
  kind: string;
  connect: CollectedConnect;
  /** Starts what brings the samples. With `isTrial`, use another client name than the one that runs. */
  start(inlet: Inlet, options: { isTrial: boolean }): Promise<Intake>;
}

/** A source of what machines send: stored as it arrives, and read from there. */
export function collectedSource(_options: CollectedOptions): Promise<DataSource> {
  return Promise.reject(new Error("To come"));
}
