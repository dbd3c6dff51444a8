import { RemoteWorkers } from "../support/remote_workers.ts";
import { runtimeSuite } from "../support/runtime_suite.ts";

runtimeSuite("two remote workers", 2, () => new RemoteWorkers());
