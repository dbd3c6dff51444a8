import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** The rows as the bench writes them, and the CPU that this process has used. */
final class Rows {
  final int[] instance;
  final byte[] slot;
  final double[] value;
  final double[] above;
  final double[] below;

  private Rows(ByteBuffer bytes) {
    int instances = bytes.getInt(), count = bytes.getInt();
    above = new double[instances];
    below = new double[instances];
    for (int i = 0; i < instances; i++) {
      above[i] = bytes.getDouble();
      below[i] = bytes.getDouble();
    }
    instance = new int[count];
    slot = new byte[count];
    value = new double[count];
    for (int row = 0; row < count; row++) {
      instance[row] = bytes.getInt();
      slot[row] = bytes.get();
      value[row] = bytes.getDouble();
    }
  }

  static Rows read(String file) throws IOException {
    return new Rows(ByteBuffer.wrap(Files.readAllBytes(Path.of(file))));
  }

  /** User and system, all threads, in seconds. */
  static double cpuSeconds() {
    var bean = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return bean.getProcessCpuTime() / 1e9;
  }
}
