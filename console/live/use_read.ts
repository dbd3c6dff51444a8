import { unwrap } from "../api/client.ts";
import type { paths } from "../generated/api.ts";
import { useConsole } from "../shell/console.ts";
import { type ResourceHandle, type ResourceOptions, useResource } from "./use_resource.ts";

interface Readable<T> {
  get: { parameters: { path?: never }; responses: { 200: { content: { "application/json": { data: T } } } } };
}
type ReadPath = { [Path in keyof paths]: paths[Path] extends Readable<unknown> ? Path : never }[keyof paths];
export type DataOf<Path extends ReadPath> = paths[Path] extends Readable<infer T> ? T : never;

/** The data of a call without parameters: `useRead("/api/keys", { changes: ["key"] })`. */
export function useRead<Path extends ReadPath>(
  path: Path,
  options?: ResourceOptions,
): ResourceHandle<DataOf<Path>> {
  const { api } = useConsole();
  return useResource(
    path,
    async (signal) => dataOf<Path>(await unwrap(api.GET(path as "/api/keys", { signal }))),
    options,
  );
}

/** The document says what the call answers. */
function dataOf<Path extends ReadPath>({ data }: { data: unknown }): DataOf<Path> {
  return data as DataOf<Path>;
}
