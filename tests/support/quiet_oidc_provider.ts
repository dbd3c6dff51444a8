// The package's advice for production says nothing about the tests.
for (const level of ["info", "warn"] as const) {
  const write = console[level];
  console[level] = (...texts: unknown[]) => {
    if (!/oidc-provider (NOTICE|WARNING)/.test(String(texts[0]))) write(...texts);
  };
}
