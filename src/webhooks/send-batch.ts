/** Sends batches of deliveries over connections of its own, and reports their attempts. */
import { addressRules } from './address-rules.ts';
import { openAgent, type Resolve } from './connector.ts';
import type { WebhookAttempt } from './endpoint.ts';
import { type OpenTarget, openTarget, send, type Target } from './send.ts';
import { secretSealOf } from './signature.ts';

/** In a form that threads exchange. */
export interface BatchSenderOptions {
  readonly allowedNetworks: readonly string[];
  readonly secretKey: string;
  /** How long a receiver may take to reply. */
  readonly timeoutMs: number;
}

/** In a form that threads exchange: a body that several endpoints get is in it once. */
export interface SendBatch {
  readonly targets: readonly Target[];
  readonly bodies: readonly string[];
  readonly deliveries: readonly {
    /** Names it in the report. */
    readonly id: number;
    readonly eventId: string;
    /** Indexes in `targets` and `bodies`. */
    readonly target: number;
    readonly body: number;
  }[];
}

export interface SentAttempt {
  readonly id: number;
  readonly attempt: WebhookAttempt;
}

export interface BatchSender {
  send(batch: SendBatch): void;
  /** Ends all connections. What is being sent is not reported. */
  close(): Promise<void>;
}

/** `report` is called with the attempts that have ended meanwhile, in the order of their ends. */
export function openBatchSender(
  { allowedNetworks, secretKey, timeoutMs }: BatchSenderOptions,
  report: (attempts: SentAttempt[]) => void,
  resolve?: Resolve,
): BatchSender {
  const agent = openAgent({ rules: addressRules(allowedNetworks), resolve, timeoutMs });
  const seal = secretSealOf({ secretKey });
  let ended: SentAttempt[] = [];
  let isClosed = false;
  const take = (sent: SentAttempt): void => {
    ended.push(sent);
    if (ended.length > 1) return;
    setImmediate(() => {
      const attempts = ended;
      ended = [];
      if (!isClosed) report(attempts);
    });
  };
  return {
    send: ({ targets, bodies, deliveries }) => {
      const raw = bodies.map((body) => Buffer.from(body));
      const opened: (OpenTarget | undefined)[] = [];
      for (const { id, eventId, target, body } of deliveries) {
        const open = () => {
          opened[target] ??= openTarget(seal, targets[target] as Target);
          return opened[target];
        };
        const delivery = { eventId, body: raw[body] as Buffer };
        void send(agent, open, delivery, timeoutMs).then((attempt) => take({ id, attempt }));
      }
    },
    close: async () => {
      isClosed = true;
      await agent.destroy();
    },
  };
}
