import { EXIT_CODES } from "../commands.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { issuesOfZod } from "../../domain/shared/schema.ts";
import { byText } from "../../domain/shared/text.ts";
import { ApiFailure } from "./api.ts";
import { type Problem, readFolder } from "./folder.ts";
import type { Names } from "./names.ts";
import { lookUpPatterns } from "./patterns.ts";
import { differenceLines, type Plan, planOf, type Step, stepText, workOf } from "./plan.ts";
import { resolved, secretField, type Surroundings } from "./secrets.ts";
import { type Carrying, carryOut, NotPossible, type SecretValues } from "./steps.ts";
import { readStored } from "./stored.ts";
import { apiOf, argumentsOf, type CommandContext } from "./context.ts";
import { bodyOf, type Wanted, wantedThings } from "./wanted.ts";

const FLAGS = ["--dry-run", "--prune", "--upgrade", "--secrets"] as const;

/** Makes a running Andon as a folder says. Nothing is written unless all files are right. */
export async function runApply(args: string[], context: CommandContext): Promise<number> {
  const { folder, flags } = argumentsOf("apply", args, FLAGS), api = apiOf(context);
  try {
    const read = await readFolder(folder);
    if (read.held.size === 0 && read.problems.length === 0) {
      context.warn(`"${folder}" has no YAML file with things of a plant; andon export writes some`);
      return EXIT_CODES.refused.code;
    }
    if (read.problems.length > 0) return refused(read.problems, { folder, context });
    const things = await readStored(api, read.held);
    const { wanted, problems, notes, awaitsStreams } = wantedThings(read.entries, things);
    const options = {
      prune: flags.has("--prune"),
      upgrade: flags.has("--upgrade"),
      secrets: flags.has("--secrets"),
    };
    const looked = await lookUpPatterns(wanted, { api, things });
    const plan = planOf({ wanted, looked, awaitsStreams, held: read.held, things, options });
    const { secrets, missing } = await secretsOf(plan, {
      folder,
      environment: context.environment,
      names: things.names,
    });
    const wrong = [...problems, ...plan.problems, ...missing];
    if (wrong.length > 0) return refused(wrong, { folder, context });
    for (const warning of things.warnings) context.warn(warning);
    const tell = (problems: readonly Problem[]) => problemLines(problems, folder).forEach(context.warn);
    tell(plan.warnings);
    printPlan(plan, { notes, context });
    if (plan.steps.length === 0) return EXIT_CODES.done.code;
    if (flags.has("--dry-run")) return EXIT_CODES.differs.code;
    return await carryOutAll(plan, { api, names: things.names, secrets, warn: context.warn, tell }, context);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) context.warn(`There is no folder "${folder}"`);
    else if (error instanceof ApiFailure) context.warn(`${error.message}. Nothing was changed`);
    else throw error;
    return error instanceof ApiFailure ? EXIT_CODES.failed.code : EXIT_CODES.refused.code;
  }
}

function refused(
  problems: readonly Problem[],
  { folder, context }: { folder: string; context: CommandContext },
) {
  for (const line of problemLines(problems, folder)) context.warn(line);
  context.warn("Nothing was changed");
  return EXIT_CODES.refused.code;
}

/** Each problem as compilers tell it: `plant/areas.yaml:3:5: …` */
function problemLines(problems: readonly Problem[], folder: string): string[] {
  const sorted = problems.toSorted((a, b) =>
    byText(a.file, b.file) || a.line - b.line || a.column - b.column
  );
  const lines = sorted.map(({ file, line, column, message }) =>
    `${folder.replace(/[\\/]$/, "")}/${file}:${line}:${column}: ${message}`
  );
  return [...new Set(lines)];
}

/** The secrets that the steps send, and what is wrong with them. */
async function secretsOf(
  { steps }: Plan,
  surroundings: Surroundings & { names: Names },
): Promise<{ secrets: SecretValues; missing: Problem[] }> {
  const secrets = new Map<Wanted, Map<string, string>>(), missing: Problem[] = [];
  for (const step of steps) {
    if (!("secrets" in step)) continue;
    const { wanted } = step,
      { entry, noun } = wanted,
      values = new Map<string, string>(),
      before = missing.length;
    for (const name of step.secrets) {
      const found = await resolved(wanted.secrets.get(name)!, surroundings);
      if ("secret" in found) values.set(name, found.secret);
      else missing.push({ ...entry.place([noun.secrets!.field, name]), message: found.problem });
    }
    secrets.set(wanted, values);
    if (missing.length > before) continue;
    for (const { path, message } of secretIssues(step, values, surroundings.names)) {
      missing.push({ ...entry.place(path.split(".")), message });
    }
  }
  return { secrets, missing };
}

function secretIssues(
  { kind, wanted }: Extract<Step, { wanted: Wanted; secrets: string[] }>,
  values: ReadonlyMap<string, string>,
  names: Names,
): Issue[] {
  const { noun, item } = wanted, { secrets } = noun;
  if (secrets === undefined) return [];
  const body = { ...bodyOf(wanted, names, []), ...secretField(noun, values) };
  const parsed = noun.schema.safeParse(body);
  const issues = parsed.success ? [] : issuesOfZod(parsed.error);
  const own = values.size === 0 ? [] : issues.filter(({ path }) => path.split(".")[0] === secrets.field);
  return kind === "create" ? [...own, ...secrets.issues?.(item, Object.fromEntries(values)) ?? []] : own;
}

function printPlan(
  { steps, notes: other }: Plan,
  { notes, context }: { notes: string[]; context: CommandContext },
) {
  for (const line of steps.flatMap(differenceLines)) context.print(line);
  for (const note of [...notes, ...other]) context.print(`  ${note}`);
  const work = steps.flatMap(workOf);
  const counts = [...new Set(work)]
    .map((kind) => `${work.filter((each) => each === kind).length} ${VERBS[kind]}`);
  context.print(steps.length === 0 ? "Nothing to do" : `Differences: ${counts.join(", ")}`);
}

const VERBS: Readonly<Record<Step["kind"], string>> = {
  create: "to create",
  update: "to update",
  version: "to release as a version",
  redeploy: "to update and deploy again",
  upgrade: "to upgrade",
  discover: "to discover",
  pattern: "to look up",
  deploy: "to deploy",
  undeploy: "to undeploy",
  reorder: "to reorder",
  delete: "to delete",
};

/** One step after the other. A refused one stops those that need it; what is final, all. */
async function carryOutAll(
  { steps }: Plan,
  carrying: Carrying,
  context: CommandContext,
): Promise<number> {
  const left: string[] = [];
  let end: string | undefined;
  for (const step of steps) {
    if (end !== undefined) {
      left.push(stepText(step));
      continue;
    }
    try {
      const result = await carryOut(step, carrying);
      context.print(`done: ${stepText(step)}${result === undefined ? "" : `: ${result}`}`);
    } catch (error) {
      if (!(error instanceof ApiFailure || error instanceof NotPossible)) throw error;
      left.push(`${stepText(step)}: ${error.message}`);
      if (error instanceof ApiFailure && error.isFinal) end = error.message;
    }
  }
  if (left.length === 0) {
    context.print("Done");
    return EXIT_CODES.done.code;
  }
  for (const each of left) context.warn(`not done: ${each}`);
  context.warn(`${steps.length - left.length} of ${steps.length} steps are done; apply again to go on`);
  return EXIT_CODES.failed.code;
}
