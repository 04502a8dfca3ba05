/**
 * Event streams of an environment: each sends a portal the topics that have changed, and nothing else.
 *
 * Guarantees: a stream gets a topic after each change of it, also of changes between two of its connections when it resumes. One
 * stream gets at most a few events per second, whatever happens. It gets none later than a second after its session ended, or two
 * when the sessions are read slowly: they are read again at each heartbeat, and events wait for a read that takes long; a session
 * that cannot be read has ended. Nothing is buffered for a slow client: what a stream still has to send is a number, and a client
 * that does not read is cut.
 */
import { uuidv7 } from '../lib/uuid.ts';
import { listenForPgNotifications, type PgNotificationListener } from '../platform/db/notifications.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError } from '../platform/errors.ts';
import { hasRole } from '../platform/http/operator-operation.ts';
import { readOpenSessions, type SessionWithoutCsrfToken } from './sessions.ts';
import { type EventStreamTopic, eventStreamTopicRoles, eventStreamTopics, topicNotifyChannel } from './topics.ts';

/** The connection that a stream is written to. */
interface StreamSink {
  write(text: string): void;
  /** Bytes that the client has not read yet, beyond the system's buffers. */
  readonly bufferedBytes: number;
  end(): void;
  /** Closes the connection without sending the rest. */
  destroy(): void;
}

export interface EventStreams {
  /**
   * Sends the topics that have changed since the event with this id, or all of them, and then each change. Returns the
   * function that forgets the stream when its connection has ended. Throws `Unavailable` when there are too many, of all
   * sessions or of those of the account that signed in, or after `close`.
   */
  open(session: SessionWithoutCsrfToken, lastEventId: string | undefined, sink: StreamSink): () => void;
  readonly count: number;
  /** Ends all streams at once, and opens no more. */
  close(): Promise<void>;
}

interface EventStreamOptions {
  /** Between heartbeats. */
  readonly heartbeatMs?: number;
  /** How long after its session was read a stream gets events. */
  readonly maxSessionAgeMs?: number;
  /** Streams of all sessions. */
  readonly maxStreams?: number;
  /** Streams of all sessions of an account, so that one account leaves streams to others. */
  readonly maxStreamsPerAccount?: number;
}

/** A browser shares one stream among its tabs. Those of lost connections stay until the network reports the loss. */
const maxStreamsPerSession = 6;
/** The changes of all streams are sent at most once in this time, apart from those that waited for their session. */
const eventMs = 300;
/** An event has at most 200 bytes: this client has not read for a long time. */
const maxBufferedBytes = 16 * 1024;
/** How long the sessions may take to read. */
const sessionTimeoutMs = 2_000;

/** The account that signed in: at a station the station's, not the person's. */
const accountIdOf = ({ operator, station }: SessionWithoutCsrfToken): string => (station ?? operator).operatorId;

interface Stream {
  session: SessionWithoutCsrfToken;
  /** When the session was last read. */
  confirmedAtMs: number;
  /** The position up to which changes were sent to its client. */
  sentUpTo: number;
  readonly sink: StreamSink;
}

/**
 * Creates the event streams of an environment. All streams share one listener for notifications of the database, which
 * the first stream starts.
 */
export function openEventStreams(
  environment: Pick<Environment, 'db' | 'logger'>,
  options: EventStreamOptions = {},
): EventStreams {
  return new ListeningEventStreams(environment, options);
}

class ListeningEventStreams implements EventStreams {
  readonly #environment: Pick<Environment, 'db' | 'logger'>;
  readonly #options: Required<EventStreamOptions>;
  readonly #streams = new Set<Stream>();
  readonly #changes = createTopicChanges();
  #listener: PgNotificationListener | undefined;
  #flushTimer: NodeJS.Timeout | undefined;
  #flushedAtMs = Number.NEGATIVE_INFINITY;
  #heartbeatTimer: NodeJS.Timeout | undefined;
  #checking = Promise.resolve();
  #isClosed = false;

  constructor(environment: Pick<Environment, 'db' | 'logger'>, options: EventStreamOptions) {
    this.#environment = environment;
    const defaults = { heartbeatMs: 700, maxSessionAgeMs: 900, maxStreams: 1_000, maxStreamsPerAccount: 200 };
    this.#options = { ...defaults, ...options };
  }

  get count(): number {
    return this.#streams.size;
  }

  open(session: SessionWithoutCsrfToken, lastEventId: string | undefined, sink: StreamSink): () => void {
    const { maxStreams, maxStreamsPerAccount } = this.#options;
    if (this.#isClosed || this.#streams.size >= maxStreams) {
      throw new AppError(
        { code: 'Unavailable', reason: 'There are too many event streams, or the server is stopping. Try again.' },
        { retryAfterSeconds: 5 },
      );
    }
    const replaced = selectStreamsToReplace(this.#streams, session, maxStreamsPerAccount);
    // The first one listens: once it does, all topics are sent, because some may have been missed.
    this.#listener ??= this.#listen();
    for (const stream of replaced) this.#end(stream);
    const sentUpTo = this.#changes.positionOf(lastEventId);
    const stream: Stream = { session, confirmedAtMs: performance.now(), sentUpTo, sink };
    this.#streams.add(stream);
    this.#write(stream, 'retry: 3000\n\n');
    this.#sendChanges(stream);
    this.#scheduleHeartbeat();
    return () => {
      this.#streams.delete(stream);
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#flushTimer);
    clearTimeout(this.#heartbeatTimer);
    for (const stream of this.#streams) this.#end(stream);
    await this.#listener?.close();
    await this.#checking;
  }

  #listen(): PgNotificationListener {
    const { db, logger } = this.#environment;
    const listener = listenForPgNotifications(db.pool, topicNotifyChannel, {
      lost: (err) => logger.warn({ err }, 'the event stream was disconnected from the database'),
      restored: () => logger.info('the event stream was reconnected to the database'),
    });
    listener.onNotification((text) => {
      this.#changes.add(text === undefined ? eventStreamTopics : text.split(','));
      const waitMs = Math.max(0, this.#flushedAtMs + eventMs - performance.now());
      this.#flushTimer ??= setTimeout(() => this.#flush(), waitMs);
    });
    return listener;
  }

  #flush(): void {
    this.#flushTimer = undefined;
    const now = performance.now();
    this.#flushedAtMs = now;
    // The others get them when their session has been read.
    for (const stream of this.#streams) {
      if (now - stream.confirmedAtMs <= this.#options.maxSessionAgeMs) this.#sendChanges(stream);
    }
  }

  #sendChanges(stream: Stream): void {
    const changed = this.#changes
      .since(stream.sentUpTo)
      .filter((topic) => hasRole(stream.session, eventStreamTopicRoles[topic]));
    stream.sentUpTo = this.#changes.position;
    if (changed.length > 0)
      this.#write(stream, `id: ${this.#changes.eventId}\nevent: topics\ndata: ${changed.join(',')}\n\n`);
  }

  #write(stream: Stream, text: string): void {
    if (stream.sink.bufferedBytes > maxBufferedBytes) this.#end(stream, 'destroy');
    else stream.sink.write(text);
  }

  #end(stream: Stream, how: 'end' | 'destroy' = 'end'): void {
    if (this.#streams.delete(stream)) stream.sink[how]();
  }

  #scheduleHeartbeat(): void {
    this.#heartbeatTimer ??= setTimeout(() => this.#beat(), this.#options.heartbeatMs);
  }

  #beat(): void {
    this.#heartbeatTimer = undefined;
    if (this.#isClosed || this.#streams.size === 0) return;
    this.#checking = this.#checkSessions().finally(() => {
      if (!this.#isClosed) this.#scheduleHeartbeat();
    });
  }

  async #checkSessions(): Promise<void> {
    const checked = [...this.#streams];
    const startedMs = performance.now();
    const found = await readSessionsInTime(this.#environment, checked);
    for (const stream of checked) {
      const session = found.get(stream.session.sessionId);
      if (session === undefined) {
        this.#end(stream);
        continue;
      }
      stream.session = session;
      stream.confirmedAtMs = startedMs;
      if (this.#streams.has(stream)) this.#write(stream, ':\n\n');
      if (this.#streams.has(stream) && this.#flushTimer === undefined) this.#sendChanges(stream);
    }
  }
}

interface TopicChanges {
  /** How many notifications there were. */
  readonly position: number;
  /** The id of an event that is sent now. */
  readonly eventId: string;
  /** Ignores texts that are no topics. */
  add(topics: readonly string[]): void;
  /** The topics that have changed after a position. */
  since(position: number): EventStreamTopic[];
  /** The position that an event id names; before every change when it is not of this process. */
  positionOf(eventId: string | undefined): number;
}

/** Counts the changes of topics, so that a stream gets those since its last event. */
function createTopicChanges(): TopicChanges {
  /** Identifies this process: positions of other processes have no meaning here. */
  const feed = uuidv7();
  let position = 0;
  /** The position of the last change of each topic. */
  const changedAt = new Map<string, number>(eventStreamTopics.map((topic) => [topic, position]));
  return {
    get position() {
      return position;
    },
    get eventId() {
      return `${feed}.${position}`;
    },
    add: (topics) => {
      position += 1;
      for (const topic of topics) if (changedAt.has(topic)) changedAt.set(topic, position);
    },
    since: (sentUpTo) => eventStreamTopics.filter((topic) => (changedAt.get(topic) ?? 0) > sentUpTo),
    positionOf: (eventId) => {
      const [, of, at] = /^([0-9a-f-]{36})\.(\d{1,15})$/.exec(eventId ?? '') ?? [];
      return of === feed && Number(at) <= position ? Number(at) : -1;
    },
  };
}

/** Reads the open sessions of streams, by their ids. None when they cannot be read in time, which is logged. */
async function readSessionsInTime(
  { db, logger }: Pick<Environment, 'db' | 'logger'>,
  streams: readonly Stream[],
): Promise<ReadonlyMap<string, SessionWithoutCsrfToken>> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error('the sessions were not read in time')), sessionTimeoutMs);
  const ids = [...new Set(streams.map(({ session }) => session.sessionId))];
  return await Promise.race([readOpenSessions(db, ids), timeout.promise])
    .catch((err: unknown) => {
      logger.warn({ err, streams: streams.length }, 'event streams were ended: their sessions could not be read');
      return new Map<string, SessionWithoutCsrfToken>();
    })
    .finally(() => clearTimeout(timer));
}

/**
 * The oldest streams of a session that has all that it may have, so that it can open another one. Throws `Unavailable` when the session
 * may have more, but its account may not.
 */
function selectStreamsToReplace(
  streams: ReadonlySet<Stream>,
  session: SessionWithoutCsrfToken,
  maxStreamsPerAccount: number,
): Stream[] {
  const ofAccount = [...streams].filter((stream) => accountIdOf(stream.session) === accountIdOf(session));
  const own = ofAccount.filter((stream) => stream.session.sessionId === session.sessionId);
  if (own.length < maxStreamsPerSession && ofAccount.length >= maxStreamsPerAccount) {
    const reason = `This account has ${maxStreamsPerAccount} event streams, in all its sessions. Sign out where it is not in use, and try again.`;
    throw new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds: 5 });
  }
  return own.slice(0, Math.max(0, own.length + 1 - maxStreamsPerSession));
}
