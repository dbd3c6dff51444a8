/** The position in the browser's history, if the browser reports it. */
export interface HistorySteps {
  /** Steps back to the previous history entry; undefined if unknown. */
  back(): number | undefined;
}

/** The part of the Navigation API used here; not all browsers have it. */
interface Navigation extends EventTarget {
  currentEntry: { index: number } | null;
}

export function historySteps(): HistorySteps {
  const navigation = navigationOf(globalThis);
  let previous: number | undefined;
  navigation?.addEventListener("currententrychange", (event) => previous = fromOf(event));
  return {
    back() {
      const here = navigation?.currentEntry?.index;
      const steps = here === undefined || previous === undefined ? 0 : previous - here;
      return steps === 0 ? undefined : steps;
    },
  };
}

function navigationOf(window: object): Navigation | undefined {
  return (window as { navigation?: Navigation }).navigation;
}

function fromOf(event: Event): number | undefined {
  return (event as Event & { from?: { index: number } }).from?.index;
}
