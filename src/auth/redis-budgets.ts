/**
 * The budgets of rate limits in Redis or Valkey (`REDIS_URL`, decision 7): one script for all claims of a batch, by the clock of that
 * server.
 *
 * A budget is a hash that expires a second after it would be full again, at the latest after 30 days. All keys of a script are in one slot
 * (`{dray}`). Once the first attempt to connect has ended, a claim without a connection fails at once, and the client connects again in the
 * background.
 */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { RateLimitBudgetGrant, RateLimitBudgetStore } from './rate-limit-budget-store.ts';

type Client = Awaited<ReturnType<typeof open>>['client'];

/** Redis and Valkey: one connection for all environments. */
export interface RedisRateLimitBudgets {
  /** The budgets of one environment. */
  budgets(environment: string): RateLimitBudgetStore;
  close(): Promise<void>;
}

const connectTimeoutMs = 2_000;
const maxReconnectMs = 2_000;
/** Claims that wait for replies: more fail at once. */
const maxQueued = 1_000;

/**
 * Connects in the background; claims wait until the first attempt to connect has ended. `url` may have a password, which is not
 * logged.
 */
export function openRedisRateLimitBudgets(url: string, logger: Logger): RedisRateLimitBudgets {
  let isClosed = false;
  let isRejecting = false;
  const opening = open(url, logger, () => isClosed);
  opening.catch((err: unknown) => logger.error({ err }, 'the client of Redis could not be loaded'));
  return {
    budgets: (environment) => ({
      claim: async (claims) => {
        const { client, attempted } = await opening;
        await attempted;
        const keys = claims.map(({ customerNo, bucket }) => `{dray}:${environment}:rate:${customerNo}:${bucket}`);
        const values = claims.flatMap(({ perSecond, burst, wanted, needed }) =>
          [perSecond, burst, wanted, needed].map(String),
        );
        const replied = await run(client, keys, values).catch((error: unknown) => {
          // Without a connection the client reports it. A replica, or a server without memory, rejects each claim.
          if (client.isReady && !isRejecting) {
            isRejecting = true;
            const reason = error instanceof Error ? error.message : String(error);
            logger.warn({ reason }, 'Redis rejects commands: each process limits the rates of requests by itself');
          }
          throw error;
        });
        if (isRejecting) logger.info('Redis accepts commands again: processes share the limits of requests');
        isRejecting = false;
        return claims.map(({ customerNo, bucket }, index): RateLimitBudgetGrant => {
          const [granted, level] = [Number(replied[2 * index]), Number(replied[2 * index + 1])];
          return { customerNo, bucket, granted, level };
        });
      },
      close: async () => undefined,
    }),
    close: async () => {
      isClosed = true;
      const opened = await opening.catch(() => undefined);
      if (opened?.client.isOpen) opened.client.destroy();
    },
  };
}

/** The client, and when its first attempt to connect has ended. */
async function open(url: string, logger: Logger, isClosed: () => boolean) {
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: maxQueued,
    socket: {
      connectTimeout: connectTimeoutMs,
      reconnectStrategy: (retries) => Math.min(maxReconnectMs, 50 * 2 ** Math.min(retries, 10)),
    },
  });
  let isLost = false;
  client.on('error', (err: NodeJS.ErrnoException) => {
    if (isLost || isClosed()) return;
    isLost = true;
    const reason = err.code ?? err.message;
    logger.warn({ reason }, 'Redis is not reachable: each process limits the rates of requests by itself');
  });
  client.on('ready', () => {
    if (isLost) logger.info('Redis is reachable again: processes share the limits of requests');
    isLost = false;
  });
  const attempted = new Promise<void>((resolve) => {
    client.once('ready', resolve);
    client.once('error', () => resolve());
    // A server may accept the connection and say nothing.
    setTimeout(resolve, connectTimeoutMs).unref();
  });
  // Errors arrive as events, and the client keeps reconnecting.
  if (!isClosed()) client.connect().catch(() => undefined);
  return { client, attempted };
}

/** For each key: what is granted and what is left, as `takePortions` of the budgets in PostgreSQL decides it. */
const script = `
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local replies = {}
for i, key in ipairs(KEYS) do
  local a = 4 * (i - 1)
  local perSecond, burst = tonumber(ARGV[a + 1]), tonumber(ARGV[a + 2])
  local wanted, needed = tonumber(ARGV[a + 3]), tonumber(ARGV[a + 4])
  local stored = redis.call('HMGET', key, 'level', 'at')
  local level = burst
  if stored[1] then
    level = math.min(burst, tonumber(stored[1]) + math.max(0, now - tonumber(stored[2])) * perSecond)
  end
  local granted = 0
  if level >= needed then granted = math.min(wanted, level) end
  level = math.min(burst, level - granted)
  redis.call('HSET', key, 'level', string.format('%.17g', level), 'at', string.format('%.17g', now))
  redis.call('PEXPIRE', key, math.ceil(math.min(2592000, (burst - level) / perSecond + 1) * 1000))
  replies[2 * i - 1] = string.format('%.17g', granted)
  replies[2 * i] = string.format('%.17g', level)
end
return replies`;

const scriptHash = createHash('sha1').update(script).digest('hex');

async function run(client: Client, keys: string[], values: string[]): Promise<readonly unknown[]> {
  const call = { keys, arguments: values };
  const replied = await client.evalSha(scriptHash, call).catch((error: unknown) => {
    // NOSCRIPT: Redis loses its script cache when it restarts.
    if (String((error as Error).message).startsWith('NOSCRIPT')) return client.eval(script, call);
    throw error;
  });
  return replied as unknown as readonly unknown[];
}
