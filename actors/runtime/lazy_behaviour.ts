import type { AnyBehaviour } from "./types.ts";

/**
 * A behaviour whose modules are loaded with its first actor, so that the start does not wait for them. Not by `lazy`: its
 * decisions are synchronous.
 */
export function lazyBehaviour(
  { kind, gate }: Pick<AnyBehaviour, "kind" | "gate">,
  make: () => Promise<AnyBehaviour>,
): AnyBehaviour {
  let made: Promise<AnyBehaviour> | undefined, behaviour: AnyBehaviour | undefined;
  /** Only called after `load`. */
  const loaded = (): AnyBehaviour => {
    if (behaviour === undefined) throw new TypeError(`The behaviour of "${kind}" is not loaded`);
    return behaviour;
  };
  return {
    kind,
    gate,
    async load(id, context) {
      behaviour = await (made ??= make());
      return await behaviour.load(id, context);
    },
    prepare: async (state, message, context) => await loaded().prepare?.(state, message, context),
    decide: (state, message, turn) => loaded().decide(state, message, turn),
    broken: (state, context) => loaded().broken?.(state, context),
    mayPutAway: (state) => loaded().mayPutAway?.(state) ?? true,
    putAway: async (state) => await loaded().putAway?.(state),
  };
}
