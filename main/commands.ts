import project from "../deno.json" with { type: "json" };
import { EXIT_CODES } from "../cli/commands.ts";
import type { SimulatorOptions } from "../simulator/data_hub/server.ts";
import type { Log } from "../domain/shared/log.ts";
import { configCommand } from "../settings/config_command.ts";
import { devSecrets } from "../settings/dev_files.ts";
import { createLog } from "../settings/log.ts";
import { collectorFolder, isOnServer, parseSettings } from "../settings/settings.ts";
import { SettingsError } from "../settings/settings_error.ts";
import type { Machine, Mode, Settings } from "../settings/types.ts";
import { openAdminSocket } from "./admin_socket.ts";
import { loadConsole } from "./console.ts";
import { endInTime } from "./ending.ts";
import { readEnvironment } from "./environment.ts";
import { type Andon, serve, type ServeOptions } from "./serve.ts";
import { openFilesLimit } from "./open_files.ts";
import { startWatchdog } from "./service/watchdog.ts";
import { untilSignal } from "./signals.ts";

export async function runStart(): Promise<number> {
  const { settings, log } = readSettings("start");
  using _watchdog = startWatchdog(settings, log);
  if (settings.secretsKey === null) {
    throw new SettingsError("SECRETS_KEY is not set; start needs 32 bytes in base64");
  }
  const { secretsKey, adminPassword } = settings;
  const options = {
    settings,
    secretsKey,
    adminPassword,
    log,
    alwaysAllow: [],
    console: () => loadConsole(log),
  };
  if (isOnServer(settings.kvUrl)) return await startInCluster(options);
  const andon = await serve(options);
  log("info", `Andon serves on ${andon.address}`);
  return await runUntilSignal([andon], adminSocketOf(andon, options));
}

function adminSocketOf(
  { storage }: Andon,
  { settings: { dataDir, localSignIn }, log }: Pick<ServeOptions, "settings" | "log">,
) {
  return openAdminSocket({ dataDir, localSignIn, storage, log });
}

/** One process of a cluster: it leads or follows until it is asked to end. */
async function startInCluster(options: ServeOptions): Promise<number> {
  const { serveWithFailover } = await import("../cluster/failover.ts");
  // Before it stands by: a process without a console could not take over.
  const consoleBuild = await options.console?.();
  return await serveWithFailover({
    lead: async (signal) => {
      const andon = await serve({
        ...options,
        console: consoleBuild && (() => Promise.resolve(consoleBuild)),
        leadership: "standby",
        signal,
      });
      const { address, storage: { store: { takenOver } } } = andon;
      const adminSocket = await adminSocketOf(andon, options);
      return {
        address,
        takenOver,
        async close() {
          await adminSocket.close();
          await andon.close();
        },
      };
    },
    stopped: untilSignal(),
    end: endInTime,
    log: options.log,
  });
}

export async function runDev(): Promise<number> {
  const { settings, log } = readSettings("dev");
  // The first start builds it in a process of its own, while this one loads its modules and opens the store.
  const builtConsole = loadConsole(log, { mayBeQuick: true });
  builtConsole.catch(() => {});
  const { startAiSimulator } = await import("../simulator/ai/server.ts");
  const { startSimulator } = await import("../simulator/data_hub/server.ts");
  const { startGateway } = await import("../simulator/gateway/gateway.ts");
  const { startDemoInbox } = await import("../simulator/inbox/inbox.ts");
  const { configureAssistant, configureSimulator, furnishDemo } = await import("./demo.ts");
  const { configureGateway, furnishGateway } = await import("./demo_gateway.ts");
  const { configureInbox } = await import("./demo_inbox.ts");
  const { dataDir, adminPassword: given, secretsKey: givenKey } = settings;
  const secrets = await devSecrets(dataDir, { adminPassword: given, secretsKey: givenKey });
  const simulator = await startSimulator({
    now: Date.now,
    ...plantOf(settings),
  });
  const assistant = startAiSimulator();
  const inbox = await startDemoInbox(Date.now);
  // Samples that are sent are stored on disk, which is no place beside a store on a server.
  const gateway = collectorFolder(settings) === null ? null : await startGateway({ now: Date.now });
  const andon = await serve({
    settings,
    secretsKey: secrets.secretsKey,
    adminPassword: secrets.adminPassword,
    log,
    alwaysAllow: [
      new URL(simulator.baseUrl).host,
      new URL(assistant.baseUrl).host,
      ...inbox.hosts,
      ...gateway === null ? [] : [`127.0.0.1:${gateway.port}`],
    ],
    demoInbox: inbox,
    console: () => builtConsole,
    prepare: async (storage) => {
      await configureSimulator(storage, simulator);
      await configureAssistant(storage, assistant);
      if (gateway !== null) await configureGateway(storage, gateway);
    },
  });
  console.log(`Andon serves on ${andon.address} with an embedded plant simulator`);
  console.log(`Simulator faults at ${simulator.controlUrl}/faults with the token ${simulator.controlToken}`);
  if (andon.loginLink !== null) {
    console.log(`Sign in once within 10 minutes: ${andon.address}/login/once?token=${andon.loginLink.token}`);
  }
  console.log(`Messages of the contact point "Demo inbox" at ${andon.address}/demo-inbox`);
  if (secrets.adminPasswordFile !== null) {
    console.log(`Or as admin, with the password in ${secrets.adminPasswordFile}`);
  }
  await furnishDemo(andon, log);
  await configureInbox(andon, { inbox, timeZone: settings.plantTimeZone });
  if (gateway !== null) await furnishGateway(andon, { gateway, log });
  const running = [andon, simulator, assistant, inbox, ...gateway === null ? [] : [gateway]];
  return await runUntilSignal(running, adminSocketOf(andon, { settings, log }));
}

export async function runSimulatorAlone([kind, ...more]: string[]): Promise<number> {
  const settings = parseSettings(simulatorEnvironment(), "dev", machine());
  if (more.length > 0 || (kind !== undefined && kind !== "pi")) {
    console.error(`The simulator takes "pi" or nothing, not "${[kind, ...more].join(" ")}"`);
    return EXIT_CODES.refused.code;
  }
  if (kind === "pi") {
    const { runPiSimulator } = await import("../simulator/pi_web_api/main.ts");
    const { port, simulatorSeed: seed } = settings;
    return await runUntilSignal([runPiSimulator({ port, now: Date.now, seed })]);
  }
  const { runSimulator } = await import("../simulator/data_hub/main.ts");
  const simulator = await runSimulator({
    port: settings.port,
    now: Date.now,
    ...plantOf(settings),
  });
  return await runUntilSignal([simulator]);
}

/** The simulated plant and its load, from the environment. */
function plantOf({ simulatorSeed, simulatorStreams, simulatorRate }: Settings): Partial<SimulatorOptions> {
  const extraPeriodMs = simulatorRate === null
    ? undefined
    : Math.max(1, Math.round(simulatorStreams * 1000 / simulatorRate));
  return { seed: simulatorSeed, extraStreams: simulatorStreams, extraPeriodMs };
}

// deno-lint-ignore require-await -- a wrong file of a secret becomes the promise's rejection
export async function runConfig(args: string[]): Promise<number> {
  const { text, exitCode } = configCommand(args, readEnvironment().environment, machine());
  if (exitCode === 0) console.log(text);
  else console.error(text);
  return exitCode;
}

export function runVersion(): number {
  console.log(`andon ${project.version} (Deno ${Deno.version.deno}, ${Deno.build.target})`);
  return 0;
}

interface Closable {
  close(): Promise<void>;
}

/** Closes `first`, which may still be opening, before the others. */
async function runUntilSignal(running: Closable[], first?: Promise<Closable>): Promise<number> {
  const stopped = untilSignal();
  const opened = await first;
  await stopped;
  return await endInTime(opened === undefined ? running : [opened, ...running]);
}

function readSettings(mode: Mode): { settings: Settings; log: Log } {
  const { environment, warnings } = readEnvironment();
  const settings = parseSettings(environment, mode, machine());
  const log = createLog({ level: settings.logLevel, format: settings.logFormat, now: Date.now });
  for (const warning of warnings) log("warn", warning);
  return { settings, log };
}

/** On its own, the simulator uses any free port unless PORT is set. */
function simulatorEnvironment(): Record<string, string> {
  return { PORT: "0", ...Deno.env.toObject() };
}

function machine(): Machine {
  return { cores: navigator.hardwareConcurrency, tty: Deno.stderr.isTerminal(), openFiles: openFilesLimit() };
}
