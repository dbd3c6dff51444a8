/**
 * The README's first command: `deno run -A bench/starts.ts [first starts=3]`. Clones HEAD, starts it by
 * `npx -y deno task dev` with empty caches, again with full ones, and prints the seconds from the command to the
 * sign-in link, and the share of a core that the last start takes in the minute after. Linux, with Node and git.
 */
import { cpuSeconds, LineProcess } from "./harness/processes.ts";
import { circumstances } from "./harness/report.ts";

const PORT = "8199";
const SECONDS_IDLE = 60;
const [times = 3] = Deno.args.map(Number);

console.log(await circumstances(["deno run -A bench/starts.ts", ...Deno.args].join(" ")));
for (let i = 1; i <= times; i++) {
  const folder = await Deno.makeTempDir();
  const { success } = await new Deno.Command("git", { args: ["clone", "-q", ".", `${folder}/clone`] })
    .output();
  if (!success) throw new Error("git clone failed");
  const first = await started(folder);
  await end(first.npx);
  const second = await started(folder);
  const share = i === times ? await shareOfCore(second.npx) : undefined;
  await end(second.npx);
  await Deno.remove(folder, { recursive: true });
  const idle = share === undefined ? "" : `, then ${(100 * share).toFixed(1)} % of a core`;
  console.log(`first ${first.seconds.toFixed(2)} s, second ${second.seconds.toFixed(2)} s${idle}`);
}

async function started(folder: string): Promise<{ npx: LineProcess; seconds: number }> {
  const begunMs = performance.now();
  const npx = new LineProcess("npx", {
    args: ["-y", "deno", "task", "dev"],
    cwd: `${folder}/clone`,
    env: { DENO_DIR: `${folder}/deno`, npm_config_cache: `${folder}/npm`, PORT },
  });
  await npx.lineAfter("Sign in once");
  return { npx, seconds: (performance.now() - begunMs) / 1000 };
}

/** npx, the task and Andon are a chain of processes. */
function chain(pid: number): number[] {
  const children = Deno.readTextFileSync(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean);
  return [pid, ...children.map(Number).flatMap(chain)];
}

async function shareOfCore({ pid }: LineProcess): Promise<number> {
  const used = () => chain(pid).reduce((sum, one) => sum + cpuSeconds(one), 0);
  const before = used();
  await new Promise((resolve) => setTimeout(resolve, SECONDS_IDLE * 1000));
  return (used() - before) / SECONDS_IDLE;
}

async function end(npx: LineProcess): Promise<void> {
  for (const pid of chain(npx.pid).toReversed()) Deno.kill(pid, "SIGKILL");
  await npx.kill();
}
