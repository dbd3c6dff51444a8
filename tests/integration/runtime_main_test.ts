import { runtimeSuite } from "../support/runtime_suite.ts";

runtimeSuite("shard in the main isolate", 0);
