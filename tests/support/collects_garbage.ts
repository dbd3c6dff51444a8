/** Preloaded into an Andon process: SIGUSR2 collects its garbage (`--v8-flags=--expose-gc`). */
Deno.addSignalListener("SIGUSR2", () => {
  if ("gc" in globalThis && typeof globalThis.gc === "function") globalThis.gc();
});
