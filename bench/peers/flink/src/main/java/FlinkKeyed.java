import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.SinkFunction;
import org.apache.flink.streaming.api.functions.source.SourceFunction;
import org.apache.flink.util.Collector;

/**
 * A keyed function written by hand, keyed by the instance, one row a record. Its state stands in plain arrays, which is
 * faster than any state backend.
 */
public final class FlinkKeyed {
  private static Rows rows;
  private static int passes;
  private static final List<String> flips = Collections.synchronizedList(new ArrayList<>());

  public static final class Source implements SourceFunction<Tuple4<Integer, Integer, Integer, Double>> {
    @Override
    public void run(SourceContext<Tuple4<Integer, Integer, Integer, Double>> context) {
      var record = new Tuple4<Integer, Integer, Integer, Double>();
      for (int pass = 0; pass < passes; pass++) {
        for (int n = 0; n < rows.value.length; n++) {
          record.setFields(n, rows.instance[n], (int) rows.slot[n], rows.value[n]);
          context.collect(record);
        }
      }
    }

    @Override
    public void cancel() {}
  }

  public static final class Judge
      extends KeyedProcessFunction<Integer, Tuple4<Integer, Integer, Integer, Double>, String> {
    private transient double[][] values;
    private transient boolean[] truths;

    private transient long begun;
    private transient double cpu;

    /** A pass begins anew, within the same job: what a job's start costs is in no pass but the first. */
    private void begin() {
      flips.clear();
      begun = System.nanoTime();
      cpu = Rows.cpuSeconds();
      int instances = rows.above.length;
      values = new double[3][instances];
      Arrays.fill(values[0], -1);
      Arrays.fill(values[1], 101);
      truths = new boolean[instances];
    }

    @Override
    public void processElement(
        Tuple4<Integer, Integer, Integer, Double> row, Context context, Collector<String> out) {
      int n = row.f0, i = row.f1;
      if (n == 0) begin();
      values[row.f2][i] = row.f3;
      boolean truth = values[0][i] > rows.above[i] && values[1][i] < rows.below[i] && values[2][i] == 1;
      if (truth != truths[i]) {
        truths[i] = truth;
        out.collect("flip " + n + " " + i + " " + truth);
      }
      if (n < rows.value.length - 1) return;
      System.out.println("pass " + (System.nanoTime() - begun) / 1e9 + " " + (Rows.cpuSeconds() - cpu));
    }
  }

  public static final class Sink implements SinkFunction<String> {
    @Override
    public void invoke(String flip, Context context) {
      flips.add(flip);
    }
  }

  public static void main(String[] args) throws Exception {
    rows = Rows.read(args[0]);
    passes = Integer.parseInt(args[1]);
    var environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment.setParallelism(1);
    environment.getConfig().enableObjectReuse();
    environment.addSource(new Source())
        .returns(Types.TUPLE(Types.INT, Types.INT, Types.INT, Types.DOUBLE))
        .keyBy(row -> row.f1, Types.INT)
        .process(new Judge())
        .addSink(new Sink());
    environment.execute();
    for (String flip : flips) System.out.println(flip);
    System.exit(0);
  }
}
