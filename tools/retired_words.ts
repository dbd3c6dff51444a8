/**
 * Words that the project no longer uses, and what to write instead. A name matches as a whole word, in code, texts and
 * documents alike; a phrase matches with any space between its words. docs/glossary.md explains the terms.
 */
export const RETIRED_WORDS: Readonly<Record<string, string>> = {
  Sightings: "FailureDetector",
  FrontDoor: "Listener",
  serveInTurn: "serveWithFailover",
  Stillness: "ReadWriteLock",
  Turnstile: "Mutex",
  createTurns: "Mutex",
  stepwise: "inTimeSlices",
  inBreaths: "inTimeSlices",
  Ledger: "CommitReorderBuffer",
  CommitRoom: "AtomicBudget",
  heedClient: "captureAbortSignal",
  SecondLook: "LateDataReconciliation",
  Entrance: "DeploymentEvaluation",
  Crowds: "DenseMinutes",
  PushDoor: "PushPort",
  MetricsDoor: "MetricsPort",
  BacktestDesk: "BacktestClient",
  ExplanationDesk: "ExplanationClient",
  TokenDesk: "TokenDispatcher",
  MessageDesk: "MessageDispatcher",
  StoreDesk: "StoreCallHandler",
  "hands on": "forwards",
  "handed on": "forwarded",
  "holds the store": "leads",
  "what is no more": "what has been removed",
  "no matter of": "not about",
  "one too many": "beyond the limit",
  "made anew": "rebuilt",
};

/** May name retired words: the list itself and the glossary. */
export const EXEMPT: ReadonlySet<string> = new Set(["tools/retired_words.ts", "docs/glossary.md"]);
