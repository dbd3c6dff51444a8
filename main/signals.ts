/** Resolves at the first SIGINT or SIGTERM. A second one ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let seen = false;
    const onSignal = () => {
      if (seen) Deno.exit(1);
      seen = true;
      resolve();
    };
    Deno.addSignalListener("SIGINT", onSignal);
    Deno.addSignalListener("SIGTERM", onSignal);
  });
}
