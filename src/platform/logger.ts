/**
 * The process log: one JSON object per line, or readable text on a terminal. Written to standard error, so that
 * standard output contains only requested output.
 * Secrets and values of database rows are removed from a copy of every entry before it is written.
 */
import { constants, fstatSync, openSync } from 'node:fs';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

/** Loaded only on a terminal, because it has thirty modules. */
const pretty = process.stderr.isTTY ? (await import('pino-pretty')).default : undefined;

/** Names of fields with secret values, at any depth, in upper and lower case. */
const secretFieldName =
  /pass(word|wd|phrase)|user[-_]?key|authori[sz]ation|secret|token(?!policy)|cookie|credential|database[-_]?url|api[-_]?key|pepper/i;

/** Fields of a database error that repeat a row's values or the statement's parameters. */
const rowValueFields = new Set(['detail', 'parameters', 'internalQuery', 'where']);

const maxDepth = 8;

/** The size of entries that wait to be written, while a disk is full or the reader of a pipe stands still. Further entries are lost. */
const maxWaitingBytes = 16 * 1024 * 1024;

/** Creates the log. `destination` is for tests; without it the entries go to the standard error stream. */
export function createLogger(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const stream =
    destination ??
    pretty?.({ destination: 2, colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' }) ??
    openStandardError();
  const logger = pino(
    {
      level: config.logLevel,
      timestamp: pino.stdTimeFunctions.isoTime,
      // The copy below has made a plain object of it already.
      serializers: { err: (entry: unknown) => entry },
      formatters: {
        level: (label) => ({ level: label }),
        log: (entry) => redactSecrets(entry, 0) as Record<string, unknown>,
      },
      hooks: {
        logMethod(args, method) {
          method.apply(this, redactLogArguments(args) as Parameters<typeof method>);
        },
      },
    },
    stream,
  );
  // Bindings of child loggers bypass the formatters. Children inherit this method.
  const child = logger.child;
  logger.child = function (this: Logger, bindings, options) {
    return child.call(this, redactSecrets(bindings, 0) as typeof bindings, options);
  } as typeof child;
  return logger;
}

/** How long the end of the process waits for a pipe that is full. */
const maxFlushMs = 1_000;

/**
 * Standard error, written in the background. While it cannot be written, as on a full disk or a pipe that no program reads, the program goes
 * on, and what waits is written with a later entry. The end of the process does not wait until there is room. An error without a listener
 * would end the process.
 */
function openStandardError(): DestinationStream {
  let flushUntilMs: number | undefined;
  const stream = pino.destination({
    dest: openWithoutBlocking(),
    sync: false,
    maxLength: maxWaitingBytes,
    // Called when a pipe is full, before each further attempt.
    retryEAGAIN: () => {
      if (flushUntilMs !== undefined) return performance.now() < flushUntilMs;
      stream.flushSync = () => undefined;
      return true;
    },
  });
  const flushSync = stream.flushSync.bind(stream);
  const flushAtExit = () => {
    flushUntilMs = performance.now() + maxFlushMs;
    try {
      flushSync();
    } catch {
      // It was not read in time.
    }
    flushUntilMs = undefined;
  };
  stream.flushSync = flushAtExit;
  stream.on('error', () => {
    stream.flushSync = () => undefined;
  });
  stream.on('write', () => {
    stream.flushSync = flushAtExit;
  });
  return stream;
}

/**
 * The file descriptor of standard error. Where it is a pipe, a write to a full one would block a thread, for which the end of the process
 * waits. So Linux opens the pipe again: that opening alone does not block, not those of the other programs that write to it.
 */
function openWithoutBlocking(): number {
  const standardError = 2;
  try {
    if (process.platform !== 'linux' || !fstatSync(standardError).isFIFO()) return standardError;
    return openSync(`/proc/self/fd/${standardError}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // The pipe is another user's, or its reader is gone.
    return standardError;
  }
}

/**
 * Removes passwords in URLs from the message, which passes no formatter. Without a message, the message of the error is
 * used.
 */
function redactLogArguments(args: readonly unknown[]): unknown[] {
  const [first, second] = args;
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
  if (second === undefined && error instanceof Error) {
    return [first instanceof Error ? { err: first } : first, redactUrlPassword(error.message)];
  }
  return args.map((arg) => (typeof arg === 'string' ? redactUrlPassword(arg) : arg));
}

function redactSecrets(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactUrlPassword(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return '[deeper]';
  if (Array.isArray(value)) return value.map((member) => redactSecrets(member, depth + 1));
  if (value instanceof Error) return errorEntry(value, depth);
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') {
    return redactSecrets((value as { toJSON(): unknown }).toJSON(), depth + 1);
  }
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    copy[name] = secretFieldName.test(name) ? '[secret]' : redactSecrets(member, depth + 1);
  }
  return copy;
}

function errorEntry(error: Error, depth: number): Record<string, unknown> {
  const entry: Record<string, unknown> = { type: error.name, message: error.message, stack: error.stack };
  if (error.cause !== undefined) entry.cause = error.cause;
  for (const [name, value] of Object.entries(error)) if (!rowValueFields.has(name)) entry[name] = value;
  return redactSecrets(entry, depth + 1) as Record<string, unknown>;
}

/** `postgres://user:password@host` in a message: the password goes, the rest stays. */
function redactUrlPassword(text: string): string {
  return text.includes('://') ? text.replaceAll(/(:\/\/[^\s:/@]*:)\S+@/g, '$1[secret]@') : text;
}
