/**
 * Preloaded before deploy.ts: the platform as it is counted on. Without workers; with CRON_MS, the cron job comes
 * that often instead of once a minute (never while the run before lasts).
 */
Reflect.deleteProperty(globalThis, "Worker");

const cronMs = Number(Deno.env.get("CRON_MS") ?? 0);

async function repeat(handler: () => Promise<void> | void): Promise<never> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, cronMs));
    await Promise.try(handler).catch((error) => console.error("The cron job failed", error));
  }
}

if (cronMs > 0) {
  const cron = (_name: string, _schedule: string, handler: () => Promise<void> | void) => repeat(handler);
  Object.defineProperty(Deno, "cron", { value: cron });
}
