import { runtimeSuite } from "../support/runtime_suite.ts";

runtimeSuite("two workers", 2);
