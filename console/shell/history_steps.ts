/** Where the browser's history stands, as far as it tells. */
export interface HistorySteps {
  /** Steps from here back to where the last change of the page's history came from; undefined: not known. */
  back(): number | undefined;
}

/** The parts of the Navigation API that are needed; browsers without it tell nothing. */
interface Navigation extends EventTarget {
  currentEntry: { index: number } | null;
}

export function historySteps(): HistorySteps {
  const navigation = navigationOf(globalThis);
  let came: number | undefined;
  navigation?.addEventListener("currententrychange", (event) => came = fromOf(event));
  return {
    back() {
      const here = navigation?.currentEntry?.index;
      const steps = here === undefined || came === undefined ? 0 : came - here;
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
