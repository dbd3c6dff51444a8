/** Preloaded into an Andon process: SIGUSR2 collects its garbage (`--v8-flags=--expose-gc`). */
Deno.addSignalListener("SIGUSR2", () => {
  const collect: unknown = Reflect.get(globalThis, "gc");
  if (typeof collect === "function") collect();
});
