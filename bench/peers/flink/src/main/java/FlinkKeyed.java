import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple5;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.SinkFunction;
import org.apache.flink.streaming.api.functions.source.SourceFunction;
import org.apache.flink.util.Collector;

/**
 * A keyed function written by hand: its state stands in plain arrays, which is faster than any state backend, and a
 * record is a batch of rows in arrays, as Andon is given them, so that the serialising between tasks is spread over many.
 */
public final class FlinkKeyed {
  private static final int BATCH = 1_000;
  private static Rows rows;
  private static int passes;
  private static final List<String> flips = Collections.synchronizedList(new ArrayList<>());

  public static final class Source implements SourceFunction<Tuple5<Integer, int[], int[], byte[], double[]>> {
    @Override
    public void run(SourceContext<Tuple5<Integer, int[], int[], byte[], double[]>> context) {
      for (long n = 0; n < (long) passes * rows.value.length; n += BATCH) {
        int from = (int) (n % rows.value.length);
        int to = Math.min(from + BATCH, rows.value.length);
        context.collect(Tuple5.of(
            0,
            IntStream.range(from, to).toArray(),
            Arrays.copyOfRange(rows.instance, from, to),
            Arrays.copyOfRange(rows.slot, from, to),
            Arrays.copyOfRange(rows.value, from, to)));
      }
    }

    @Override
    public void cancel() {}
  }

  public static final class Judge
      extends KeyedProcessFunction<Integer, Tuple5<Integer, int[], int[], byte[], double[]>, String> {
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
        Tuple5<Integer, int[], int[], byte[], double[]> batch, Context context, Collector<String> out) {
      if (batch.f1[0] == 0) begin();
      for (int at = 0; at < batch.f1.length; at++) {
        int i = batch.f2[at];
        values[batch.f3[at]][i] = batch.f4[at];
        boolean truth = values[0][i] > rows.above[i] && values[1][i] < rows.below[i] && values[2][i] == 1;
        if (truth == truths[i]) continue;
        truths[i] = truth;
        out.collect("flip " + batch.f1[at] + " " + i + " " + truth);
      }
      if (batch.f1[batch.f1.length - 1] < rows.value.length - 1) return;
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
        .returns(Types.TUPLE(
            Types.INT,
            Types.PRIMITIVE_ARRAY(Types.INT),
            Types.PRIMITIVE_ARRAY(Types.INT),
            Types.PRIMITIVE_ARRAY(Types.BYTE),
            Types.PRIMITIVE_ARRAY(Types.DOUBLE)))
        .keyBy(batch -> batch.f0, Types.INT)
        .process(new Judge())
        .addSink(new Sink());
    environment.execute();
    for (String flip : flips) System.out.println(flip);
    System.exit(0);
  }
}
