/**
 * The settings of the program: read once at startup from the environment and from one file, validated, frozen.
 * Owns the names, defaults and rules of all settings. The environment overrides the file `dray.config.mjs` in the
 * working directory (`CONFIG_FILE` names another). An invalid setting, or an unknown one in the file, stops startup
 * with a one-line error that names it and never shows a secret value.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type CarrierApiAccount,
  carrierApiAccountOf,
  type EasypostConfig,
  easypostConfigOf,
} from './carrier-account-settings.ts';
import { CliError } from './cli-error.ts';
import { type PhotoBucketConfig, parsePhotoBucketSettings } from './photo-bucket-settings.ts';
import { loadOrCreateSecretKey } from './secret-key.ts';
import {
  createByteSizeParser,
  createChoiceParser,
  createIntegerParser,
  createTextParser,
  parseCodeListSetting,
  parseIdentifierSetting,
  parseMetricsPortSetting,
  parseNetworkListSetting,
  parseOnOffSetting,
  parsePhotoStoreSetting,
  parsePostgresUrlSetting,
  parseRedisUrlSetting,
  parseServiceUrlSetting,
  parseTimeZoneSetting,
  type SettingParser,
} from './setting-values.ts';

interface Setting<T> {
  /** The name of the environment variable. The name in the file is its key in `settingDeclarations`. */
  readonly env: string;
  readonly read: SettingParser<T>;
  /** In the format of the file; `undefined` for an optional setting. */
  readonly defaultValue: string | number | undefined;
  readonly secret?: true;
}

const setting = <T>(env: string, read: SettingParser<T>, defaultValue: string | number): Setting<T> => ({
  env,
  read,
  defaultValue,
});

const optional = <T>(env: string, read: SettingParser<T>): Setting<T | undefined> => ({
  env,
  read,
  defaultValue: undefined,
  secret: true,
});

/** All settings by their names in the file. */
export const settingDeclarations = {
  port: setting('PORT', createIntegerParser(0, 65_535), 8080),
  host: setting('HOST', createTextParser(1, 255), '127.0.0.1'),
  metricsHost: setting('METRICS_HOST', createTextParser(1, 255), '127.0.0.1'),
  metricsPort: setting('METRICS_PORT', parseMetricsPortSetting, 'auto'),
  trustedProxies: setting('TRUSTED_PROXIES', parseNetworkListSetting, ''),
  dataDir: setting('DATA_DIR', createTextParser(1, 4_000), './data'),
  minFreeDisk: setting('MIN_FREE_DISK', createByteSizeParser(1_024 ** 2, 1_024 ** 4), '256MiB'),
  databaseUrl: optional('DATABASE_URL', parsePostgresUrlSetting),
  testDatabaseUrl: optional('TEST_DATABASE_URL', parsePostgresUrlSetting),
  redisUrl: optional('REDIS_URL', parseRedisUrlSetting),
  secretKey: optional('SECRET_KEY', createTextParser(32, 1_000)),
  brand: setting('BRAND', parseIdentifierSetting, 'Service'),
  timeZone: setting('TIME_ZONE', parseTimeZoneSetting, 'America/Los_Angeles'),
  simulation: setting('SIMULATION', createChoiceParser('auto', 'manual'), 'auto'),
  portal: setting('PORTAL', parseOnOffSetting, 'on'),
  tokenPolicy: setting('TOKEN_POLICY', createChoiceParser('required', 'optional'), 'required'),
  logLevel: setting(
    'LOG_LEVEL',
    createChoiceParser('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
  ),
  rateLimit: setting('RATE_LIMIT', parseOnOffSetting, 'on'),
  requestsPerSecond: setting('RATE_LIMIT_REQUESTS_PER_SECOND', createIntegerParser(1, 1_000_000), 100),
  requestsBurst: setting('RATE_LIMIT_REQUESTS_BURST', createIntegerParser(1, 1_000_000), 1_000),
  getDetailsPerSecond: setting('RATE_LIMIT_GET_DETAILS_PER_SECOND', createIntegerParser(1, 1_000_000), 20),
  getDetailsBurst: setting('RATE_LIMIT_GET_DETAILS_BURST', createIntegerParser(1, 1_000_000), 200),
  failedSignInsPerMinute: setting('RATE_LIMIT_FAILED_SIGN_INS_PER_MINUTE', createIntegerParser(1, 1_000_000), 10),
  bodyLimit: setting('BODY_LIMIT', createByteSizeParser(1_024, 64 * 1024 ** 2), '1MiB'),
  batchBodyLimit: setting('BATCH_BODY_LIMIT', createByteSizeParser(1_024, 64 * 1024 ** 2), '5MiB'),
  batchOrders: setting('BATCH_ORDERS', createIntegerParser(1, 10_000), 500),
  bodiesInFlight: setting('BODIES_IN_FLIGHT', createByteSizeParser(1_024, 16 * 1024 ** 3), '64MiB'),
  connections: setting('CONNECTIONS', createIntegerParser(10, 1_000_000), 5_000),
  connectionsPerAddress: setting('CONNECTIONS_PER_ADDRESS', createIntegerParser(1, 1_000_000), 1_000),
  poolSize: setting('POOL_SIZE', createIntegerParser(2, 500), 16),
  writeSlots: setting('WRITE_SLOTS', createIntegerParser(1, 499), 2),
  writeQueue: setting('WRITE_QUEUE', createIntegerParser(1, 1_000_000), 2_000),
  maxQueueMs: setting('MAX_QUEUE_MS', createIntegerParser(50, 60_000), 1_000),
  requestTimeoutSeconds: setting('REQUEST_TIMEOUT_SECONDS', createIntegerParser(1, 3_600), 30),
  stopTimeoutSeconds: setting('STOP_TIMEOUT_SECONDS', createIntegerParser(2, 3_600), 25),
  photoStore: setting('PHOTO_STORE', parsePhotoStoreSetting, 'database'),
  s3Endpoint: optional('S3_ENDPOINT', parseServiceUrlSetting),
  s3Region: optional('S3_REGION', createTextParser(1, 100)),
  s3AccessKeyId: optional('S3_ACCESS_KEY_ID', createTextParser(1, 200)),
  s3SecretAccessKey: optional('S3_SECRET_ACCESS_KEY', createTextParser(1, 200)),
  easypostApiKey: optional('EASYPOST_API_KEY', createTextParser(8, 200)),
  easypostWebhookSecret: optional('EASYPOST_WEBHOOK_SECRET', createTextParser(16, 200)),
  easypostBaseUrl: setting('EASYPOST_BASE_URL', parseServiceUrlSetting, 'https://api.easypost.com/v2/'),
  easypostScanForms: setting('EASYPOST_SCAN_FORMS', parseCodeListSetting, 'GSO'),
  fedexClientId: optional('FEDEX_CLIENT_ID', createTextParser(1, 200)),
  fedexClientSecret: optional('FEDEX_CLIENT_SECRET', createTextParser(1, 200)),
  fedexBaseUrl: setting('FEDEX_BASE_URL', parseServiceUrlSetting, 'https://apis.fedex.com'),
  fedexAlcoholTypes: setting('FEDEX_ALCOHOL_TYPES', parseCodeListSetting, ''),
  upsClientId: optional('UPS_CLIENT_ID', createTextParser(1, 200)),
  upsClientSecret: optional('UPS_CLIENT_SECRET', createTextParser(1, 200)),
  upsBaseUrl: setting('UPS_BASE_URL', parseServiceUrlSetting, 'https://onlinetools.ups.com'),
  upsAlcoholTypes: setting('UPS_ALCOHOL_TYPES', parseCodeListSetting, ''),
  webhookAllowedNetworks: setting('WEBHOOK_ALLOWED_NETWORKS', parseNetworkListSetting, ''),
} as const;

type Settings = typeof settingDeclarations;
export type SettingName = keyof Settings;
type Values = { -readonly [Name in SettingName]: Settings[Name] extends Setting<infer T> ? T : never };

export interface Config {
  /** 0 lets the system select a free port. */
  readonly port: number;
  readonly host: string;
  /**
   * The address that serves `/metrics` and the probes, separate from the API; undefined: none. `auto`: port 9464, or a
   * free port when that is in use or `port` is 0.
   */
  readonly metrics: { readonly host: string; readonly port: number | 'auto' } | undefined;
  /** Addresses and networks of reverse proxies whose forwarded client addresses are trusted. */
  readonly trustedProxies: readonly string[];
  /** An absolute path. */
  readonly dataDir: string;
  /** Changes are rejected when the file system of `dataDir` has less free space (disk-space.ts); only without `databaseUrl`. */
  readonly minFreeDiskBytes: number;
  /** An external PostgreSQL; without it the server runs one in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The Redis or Valkey through which processes share rate limits, instead of their database. */
  readonly redisUrl: string | undefined;
  readonly testDatabaseUrl: string | undefined;
  /** Whether other processes may serve requests on the same databases. */
  readonly isDatabaseShared: boolean;
  /** At least 32 characters; keys derived from it hash credentials and Idempotency-Keys, and encrypt stored secrets. */
  readonly secretKey: string;
  /** Letters and digits, so that it is valid in field names and header values (decision 1). */
  readonly brand: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly simulation: 'auto' | 'manual';
  /** Whether the web portal is built and served. */
  readonly portal: boolean;
  readonly tokenPolicy: 'required' | 'optional';
  readonly logLevel: Values['logLevel'];
  readonly rateLimit: {
    readonly enabled: boolean;
    readonly requestsPerSecond: number;
    readonly requestsBurst: number;
    readonly getDetailsPerSecond: number;
    readonly getDetailsBurst: number;
    readonly failedSignInsPerMinute: number;
  };
  readonly limits: {
    readonly bodyBytes: number;
    readonly batchBodyBytes: number;
    /** Maximum orders in one batch. */
    readonly batchOrders: number;
    /** Total bytes of the bodies of requests in progress. */
    readonly bodiesInFlightBytes: number;
    readonly connections: number;
    /** Per remote address, except for loopback addresses and those of trusted proxies. */
    readonly connectionsPerAddress: number;
  };
  /** Database connections per environment. */
  readonly poolSize: number;
  /**
   * Batches that each environment writes concurrently; always fewer than `poolSize`, to leave connections to reads.
   * A batch that is written again after a lock timeout, or whose outcome is unknown, is not counted.
   */
  readonly writeSlots: number;
  /** Maximum queued changes per customer; while none is queued, a request with more is accepted. */
  readonly writeQueue: number;
  /** About the longest time in milliseconds that a request waits in a queue; then 503. Items of a batch may wait longer. */
  readonly maxQueueMs: number;
  /** Time limit of a request and of a database statement; operations that need more have their own. */
  readonly requestTimeoutSeconds: number;
  /** Time limit of shutdown; then the process exits with code 3. */
  readonly stopTimeoutSeconds: number;
  /** How a bucket of photos is reached, and whether new ones go there; undefined: all are in the database. */
  readonly photoBucket: PhotoBucketConfig | undefined;
  /** The URL of EasyPost for carrier accounts that were added in the portal. */
  readonly easypostBaseUrl: string;
  /** The account with which production buys labels when no account of the portal fits; undefined: there is none. */
  readonly easypost: EasypostConfig | undefined;
  /**
   * Accounts with which production queries carriers for pickup locations; undefined: the operator's directory is used.
   */
  readonly carrierAccounts: {
    readonly fedex: CarrierApiAccount | undefined;
    readonly ups: CarrierApiAccount | undefined;
  };
  /** Addresses and networks that webhooks may be sent to although they are not public, also over http. */
  readonly webhookAllowedNetworks: readonly string[];
}

/** Small, because the embedded PostgreSQL is sized for a machine that it shares with the server. */
const maxEmbeddedPool = 20;

/**
 * Reads and validates all settings. Without `SECRET_KEY`, and with `createSecretKey`, the first start creates the key
 * in `dataDir`; commands that never create a database pass false. Throws `CliError` with exit code 2 for an unreadable
 * file, an unknown setting in it, an invalid value, or conflicting settings, and as `loadOrCreateSecretKey` does.
 */
export async function loadConfig(
  env: NodeJS.ProcessEnv = process.env,
  folder = process.cwd(),
  { createSecretKey = true }: { readonly createSecretKey?: boolean } = {},
): Promise<Config> {
  const file = await readConfigFile(env, folder);
  const values = {} as Record<SettingName, unknown>;
  for (const name of Object.keys(settingDeclarations) as SettingName[]) values[name] = readSetting(name, env, file);
  assertSettingsAgree(values as Values);
  return buildConfig(values as Values, folder, createSecretKey);
}

interface ConfigFile {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const defaultFileName = 'dray.config.mjs';

async function readConfigFile(env: NodeJS.ProcessEnv, folder: string): Promise<ConfigFile> {
  const configuredFile = env.CONFIG_FILE;
  const file = path.resolve(folder, configuredFile || defaultFileName);
  if (!existsSync(file)) {
    if (configuredFile) throw new CliError(`CONFIG_FILE names ${file}, which does not exist`, 2);
    return { name: defaultFileName, values: {} };
  }
  const name = path.basename(file);
  let values: unknown;
  try {
    values = ((await import(pathToFileURL(file).href)) as { default?: unknown }).default;
  } catch (cause) {
    throw new CliError(`${name} cannot be read: ${(cause as Error).message}`, 2, { cause });
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new CliError(`${name} must export an object of settings: export default { … }`, 2);
  }
  for (const key of Object.keys(values)) {
    if (Object.hasOwn(settingDeclarations, key)) continue;
    const suggestion = (Object.keys(settingDeclarations) as SettingName[]).find(
      (known) =>
        settingDeclarations[known].env === key || known.toLowerCase() === key.replaceAll(/[-_]/g, '').toLowerCase(),
    );
    throw new CliError(`${key} in ${name} is not a setting${suggestion ? `: did you mean ${suggestion}?` : ''}`, 2);
  }
  return { name, values: values as Record<string, unknown> };
}

function readSetting(name: SettingName, env: NodeJS.ProcessEnv, file: ConfigFile): unknown {
  const { env: envName, read, defaultValue, secret } = settingDeclarations[name] as Setting<unknown>;
  // Container tools pass an unset variable as an empty one.
  const fromEnv = env[envName] || undefined;
  const given = fromEnv ?? file.values[name] ?? undefined;
  const value = given ?? defaultValue;
  if (value === undefined) return undefined;
  const result = read(value);
  if ('value' in result) return result.value;
  const where = fromEnv === undefined ? `${name} in ${file.name}` : envName;
  throw new CliError(`${where} must be ${result.mustBe}${secret ? '' : `, not ${JSON.stringify(value)}`}`, 2);
}

/** Throws `CliError` for settings that are valid each, but not together. */
function assertSettingsAgree(values: Values): void {
  const configError = (message: string) => new CliError(message, 2);
  if (values.databaseUrl !== undefined && values.secretKey === undefined) {
    throw configError('SECRET_KEY is required with DATABASE_URL: set it to at least 32 random characters, and keep it');
  }
  if (values.testDatabaseUrl !== undefined && values.databaseUrl === undefined) {
    throw configError('TEST_DATABASE_URL is used only with DATABASE_URL: set DATABASE_URL too, or remove it');
  }
  if (values.testDatabaseUrl !== undefined && values.testDatabaseUrl === values.databaseUrl) {
    throw configError('TEST_DATABASE_URL must be another database than DATABASE_URL');
  }
  if (values.databaseUrl === undefined && values.poolSize > maxEmbeddedPool) {
    throw configError(`POOL_SIZE must be at most ${maxEmbeddedPool} without DATABASE_URL, not ${values.poolSize}`);
  }
  if (values.writeSlots >= values.poolSize) {
    throw configError(`WRITE_SLOTS must be less than POOL_SIZE (${values.poolSize}), not ${values.writeSlots}`);
  }
  if (values.easypostWebhookSecret !== undefined && values.easypostApiKey === undefined) {
    throw configError(
      'EASYPOST_WEBHOOK_SECRET is used only with EASYPOST_API_KEY: set EASYPOST_API_KEY too, or remove it',
    );
  }
  for (const [name, id, secret] of [
    ['FEDEX', values.fedexClientId, values.fedexClientSecret],
    ['UPS', values.upsClientId, values.upsClientSecret],
  ] as const) {
    if ((id === undefined) !== (secret === undefined)) {
      throw configError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together: set both or neither`);
    }
  }
  if (values.batchBodyLimit < values.bodyLimit) {
    throw configError('BATCH_BODY_LIMIT must be at least BODY_LIMIT');
  }
  if (values.bodiesInFlight < values.batchBodyLimit) {
    throw configError('BODIES_IN_FLIGHT must be at least BATCH_BODY_LIMIT');
  }
}

function buildConfig(values: Values, folder: string, createSecretKey: boolean): Config {
  const dataDir = path.resolve(folder, values.dataDir);
  return Object.freeze({
    port: values.port,
    host: values.host,
    metrics:
      values.metricsPort === 'off' ? undefined : Object.freeze({ host: values.metricsHost, port: values.metricsPort }),
    trustedProxies: values.trustedProxies,
    dataDir,
    minFreeDiskBytes: values.minFreeDisk,
    databaseUrl: values.databaseUrl,
    testDatabaseUrl: values.testDatabaseUrl,
    // Without it the database is this server's own, and `dray serve --processes` sets this.
    isDatabaseShared: values.databaseUrl !== undefined,
    redisUrl: values.redisUrl,
    secretKey: values.secretKey ?? loadOrCreateSecretKey(dataDir, createSecretKey),
    brand: values.brand,
    timeZone: values.timeZone,
    simulation: values.simulation,
    portal: values.portal,
    tokenPolicy: values.tokenPolicy,
    logLevel: values.logLevel,
    rateLimit: Object.freeze({
      enabled: values.rateLimit,
      requestsPerSecond: values.requestsPerSecond,
      requestsBurst: values.requestsBurst,
      getDetailsPerSecond: values.getDetailsPerSecond,
      getDetailsBurst: values.getDetailsBurst,
      failedSignInsPerMinute: values.failedSignInsPerMinute,
    }),
    limits: Object.freeze({
      bodyBytes: values.bodyLimit,
      batchBodyBytes: values.batchBodyLimit,
      batchOrders: values.batchOrders,
      bodiesInFlightBytes: values.bodiesInFlight,
      connections: values.connections,
      connectionsPerAddress: values.connectionsPerAddress,
    }),
    poolSize: values.poolSize,
    writeSlots: values.writeSlots,
    writeQueue: values.writeQueue,
    maxQueueMs: values.maxQueueMs,
    requestTimeoutSeconds: values.requestTimeoutSeconds,
    stopTimeoutSeconds: values.stopTimeoutSeconds,
    photoBucket: parsePhotoBucketSettings(values),
    easypostBaseUrl: values.easypostBaseUrl,
    easypost: easypostConfigOf(values),
    carrierAccounts: Object.freeze({
      fedex: carrierApiAccountOf(
        values.fedexBaseUrl,
        values.fedexClientId,
        values.fedexClientSecret,
        values.fedexAlcoholTypes,
      ),
      ups: carrierApiAccountOf(values.upsBaseUrl, values.upsClientId, values.upsClientSecret, values.upsAlcoholTypes),
    }),
    webhookAllowedNetworks: values.webhookAllowedNetworks,
  });
}
