/**
 * The metrics of the process for Prometheus. One registry per server, so that two servers in one process (the
 * tests) count apart.
 */
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';

/** By the value of the label. */
type LabeledValues = Readonly<Record<string, number>>;

export interface Metrics {
  readonly contentType: string;
  /** Records one request. `operation` is the name of an operation or route, never a path as sent. */
  request(labels: { environment: string; operation: string; status: number }, seconds: number): void;
  /** Values that are read at each scrape: queue lengths, connections. A value that cannot be read is left out. */
  gauge(name: string, help: string, read: () => LabeledValues | Promise<LabeledValues>, label?: string): void;
  /**
   * A number that only grows while the process lives, read at each scrape; `read` must not throw. Without a label the one
   * number is under ''.
   */
  counter(name: string, help: string, read: () => LabeledValues, label?: string): void;
  /** The text that Prometheus reads. */
  text(): Promise<string>;
  /** The same for `mergeMetrics`, which may be in another process. */
  values(): Promise<readonly object[]>;
}

let ofProcess: Registry | undefined;

/**
 * Process, memory, garbage collection and the delay of the event loop. All servers of the process share them, because their
 * observers and timer never end.
 */
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess, prefix: 'dray_' });
  }
  return ofProcess;
}

/** @param processLabel the label `process` of all metrics, where several processes report together */
export function createMetrics(processLabel?: string): Metrics {
  const registry = new Registry();
  if (processLabel !== undefined) registry.setDefaultLabels({ process: processLabel });
  for (const metric of processMetrics().getMetricsAsArray()) registry.registerMetric(metric as never);
  const requests = new Counter({
    name: 'dray_http_requests_total',
    help: 'Requests handled.',
    labelNames: ['environment', 'operation', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'dray_http_request_seconds',
    help: 'Time from the headers of a request to the end of its response.',
    labelNames: ['environment', 'operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    request: ({ environment, operation, status }, seconds) => {
      requests.labels(environment, operation, String(status)).inc();
      durations.labels(environment, operation).observe(seconds);
    },
    gauge: (name, help, read, label) => {
      new Gauge({
        name,
        help,
        labelNames: label === undefined ? [] : [label],
        registers: [registry],
        async collect() {
          const numbers = await readWithTimeout(read);
          this.reset();
          // Without a label `reset` sets it to 0.
          if (label === undefined) this.remove();
          for (const [key, value] of Object.entries(numbers)) this.labels(...labelsOf(label, key)).set(value);
        },
      });
    },
    counter: (name, help, read, label) => {
      new Counter({
        name,
        help,
        labelNames: label === undefined ? [] : [label],
        registers: [registry],
        collect() {
          this.reset();
          for (const [key, value] of Object.entries(read())) this.labels(...labelsOf(label, key)).inc(value);
        },
      });
    },
    text: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON(),
  };
}

/** The text that Prometheus reads, of the `values` of several processes with a label each. */
export function mergeMetrics(processes: readonly (readonly object[])[]): Promise<string> {
  const values = processes as readonly MetricObjectWithValues<MetricValue<string>>[][];
  // Nothing is added up: no two series have the same labels.
  return AggregatorRegistry.aggregate(values as never).metrics();
}

const readTimeoutMs = 2_000;

/** Values that cannot be read in time (the database is unavailable) are omitted: the others are needed most just then. */
async function readWithTimeout(read: () => LabeledValues | Promise<LabeledValues>): Promise<LabeledValues> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<LabeledValues>((resolve) => {
    timer = setTimeout(resolve, readTimeoutMs, {});
  });
  try {
    return await Promise.race([read(), timeout]);
  } catch {
    return {};
  } finally {
    clearTimeout(timer);
  }
}

function labelsOf(label: string | undefined, key: string): string[] {
  return label === undefined ? [] : [key];
}
