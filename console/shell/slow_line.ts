const SLOW_ANSWER_MS = 500;

/** The document took long to arrive: what the first data need not wait for comes after them. */
export function isSlowLine(): boolean {
  const [answer] = performance.getEntriesByType("navigation");
  return answer instanceof PerformanceNavigationTiming &&
    answer.responseStart - answer.requestStart > SLOW_ANSWER_MS;
}
