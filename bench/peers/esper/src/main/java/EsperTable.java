import com.espertech.esper.common.client.EPCompiled;
import com.espertech.esper.common.client.configuration.Configuration;
import com.espertech.esper.compiler.client.CompilerArguments;
import com.espertech.esper.compiler.client.EPCompilerProvider;
import com.espertech.esper.runtime.client.EPRuntime;
import com.espertech.esper.runtime.client.EPRuntimeProvider;
import java.util.ArrayList;
import java.util.List;

/** Esper's fastest form of the rule: one row of a table an instance, updated by on-merge; events are object arrays. */
public final class EsperTable {
  private static final String EPL = """
      @public @buseventtype create objectarray schema Sample(n int, i int, k int, v double);
      @public @buseventtype create objectarray schema Limits(i int, above double, below double);
      @public create table State(
        i int primary key, above double, below double, a double, b double, c double, truth boolean);
      @public create objectarray schema Flip(n int, i int, truth boolean);
      on Limits l merge State s where s.i = l.i
        when not matched then insert select l.i as i, l.above as above, l.below as below,
          -1d as a, 101d as b, 0d as c, false as truth;
      on Sample(k = 0) m merge State s where s.i = m.i
        when matched and (m.v > s.above and s.b < s.below and s.c = 1d) != s.truth
          then insert into Flip select m.n as n, m.i as i, not s.truth as truth
          then update set s.a = m.v, s.truth = not s.truth
        when matched then update set s.a = m.v;
      on Sample(k = 1) m merge State s where s.i = m.i
        when matched and (s.a > s.above and m.v < s.below and s.c = 1d) != s.truth
          then insert into Flip select m.n as n, m.i as i, not s.truth as truth
          then update set s.b = m.v, s.truth = not s.truth
        when matched then update set s.b = m.v;
      on Sample(k = 2) m merge State s where s.i = m.i
        when matched and (s.a > s.above and s.b < s.below and m.v = 1d) != s.truth
          then insert into Flip select m.n as n, m.i as i, not s.truth as truth
          then update set s.c = m.v, s.truth = not s.truth
        when matched then update set s.c = m.v;
      @name('flips') select n, i, truth from Flip;
      """;

  public static void main(String[] args) throws Exception {
    Rows rows = Rows.read(args[0]);
    int passes = Integer.parseInt(args[1]);
    List<String> flips = new ArrayList<>();
    for (int pass = 0; pass < passes; pass++) {
      flips.clear();
      Configuration configuration = new Configuration();
      configuration.getRuntime().getThreading().setInternalTimerEnabled(false);
      EPCompiled compiled = EPCompilerProvider.getCompiler().compile(EPL, new CompilerArguments(configuration));
      EPRuntime runtime = EPRuntimeProvider.getRuntime("pass" + pass, configuration);
      String deployment = runtime.getDeploymentService().deploy(compiled).getDeploymentId();
      runtime.getDeploymentService().getStatement(deployment, "flips").addListener((fresh, old, of, by) -> {
        for (var event : fresh) flips.add("flip " + event.get("n") + " " + event.get("i") + " " + event.get("truth"));
      });
      for (int i = 0; i < rows.above.length; i++) {
        runtime.getEventService().sendEventObjectArray(new Object[] {i, rows.above[i], rows.below[i]}, "Limits");
      }
      long begun = System.nanoTime();
      double cpu = Rows.cpuSeconds();
      for (int n = 0; n < rows.value.length; n++) {
        runtime.getEventService().sendEventObjectArray(
            new Object[] {n, rows.instance[n], (int) rows.slot[n], rows.value[n]}, "Sample");
      }
      System.out.println("pass " + (System.nanoTime() - begun) / 1e9 + " " + (Rows.cpuSeconds() - cpu));
      runtime.destroy();
    }
    for (String flip : flips) System.out.println(flip);
    System.exit(0);
  }
}
