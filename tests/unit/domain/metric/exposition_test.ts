import { assertEquals } from "@std/assert";
import { exposition } from "../../../../domain/metric/exposition.ts";
import { Histogram } from "../../../../domain/metric/histogram.ts";

Deno.test("exposition() writes help, type and one line a reading", () => {
  const text = exposition([
    {
      name: "andon_samples_total",
      help: "Samples.",
      type: "counter",
      readings: [{ labels: { shard: "0", outcome: "late" }, value: 3 }, { value: 1.5 }],
    },
    { name: "andon_lag_seconds", help: "Lag.", type: "gauge", readings: [] },
  ]);
  assertEquals(
    text,
    "# HELP andon_samples_total Samples.\n# TYPE andon_samples_total counter\n" +
      'andon_samples_total{shard="0",outcome="late"} 3\nandon_samples_total 1.5\n' +
      "# HELP andon_lag_seconds Lag.\n# TYPE andon_lag_seconds gauge\n",
  );
});

Deno.test("exposition() escapes characters that would end a label or a line", () => {
  const readings = [{ labels: { name: 'a"b\\c\nd' }, value: 1 }];
  const text = exposition([{ name: "x", help: "a\\b\nc", type: "gauge", readings }]);
  assertEquals(text, '# HELP x a\\\\b\\nc\n# TYPE x gauge\nx{name="a\\"b\\\\c\\nd"} 1\n');
});

Deno.test("exposition() writes infinite values as Prometheus reads them", () => {
  const readings = [Infinity, -Infinity, NaN].map((value) => ({ value }));
  const text = exposition([{ name: "x", help: "", type: "gauge", readings }]);
  assertEquals(text.split("\n").slice(2, 5), ["x +Inf", "x -Inf", "x NaN"]);
});

Deno.test("exposition() adds up a histogram's ranges, each with its bound in it", () => {
  const histogram = new Histogram([0.1, 1]);
  for (const value of [0.05, 0.1, 0.1000001, 1, 1.5]) histogram.observe(value);
  const distributions = [{ labels: { route: "/a" }, histogram }];
  const text = exposition([{ name: "t_seconds", help: "T", type: "histogram", distributions }]);
  assertEquals(text.split("\n").slice(2, -1), [
    't_seconds_bucket{route="/a",le="0.1"} 2',
    't_seconds_bucket{route="/a",le="1"} 4',
    't_seconds_bucket{route="/a",le="+Inf"} 5',
    't_seconds_sum{route="/a"} 2.7500001000000003',
    't_seconds_count{route="/a"} 5',
  ]);
});
