/** Sends batches of deliveries over connections of its own, and reports their attempts. */
import type { Agent } from 'undici';
import { createIpAddressRules } from './address-rules.ts';
import { createWebhookAgentFactory, type HostnameResolver } from './connector.ts';
import type { WebhookAttempt } from './endpoint.ts';
import { type DecryptedWebhookTarget, decryptWebhookTarget, sendWebhook, type WebhookTarget } from './send-attempt.ts';
import { createWebhookSecretCipher } from './signature.ts';

/** Plain data, which threads can exchange. */
export interface WebhookBatchSenderOptions {
  readonly allowedNetworks: readonly string[];
  readonly secretKey: string;
  /** How long a receiver may take to reply. */
  readonly timeoutMs: number;
}

/** Plain data, which threads can exchange. A body that several endpoints get is contained once. */
export interface WebhookBatch {
  readonly targets: readonly WebhookTarget[];
  readonly bodies: readonly string[];
  readonly deliveries: readonly {
    /** Identifies the delivery in the report. */
    readonly id: number;
    readonly eventId: string;
    /** Indexes in `targets` and `bodies`. */
    readonly target: number;
    readonly body: number;
  }[];
}

/** An attempt that has ended, delivered or failed, with the id of its delivery in the batch. */
export interface CompletedWebhookAttempt {
  readonly id: number;
  readonly attempt: WebhookAttempt;
}

export interface WebhookBatchSender {
  send(batch: WebhookBatch): void;
  /** Ends all connections. Deliveries that are being sent are not reported. */
  close(): Promise<void>;
}

/**
 * Agents among which the endpoints are divided. An agent looks for a free connection to a host among all that it has: with one agent
 * and 500 deliveries to one host in flight, that took as long as the request.
 */
const agentCount = 32;

/**
 * Opens a sender. It calls `report` with the attempts that have ended since the last call, in the order in which they
 * ended.
 */
export function openWebhookBatchSender(
  { allowedNetworks, secretKey, timeoutMs }: WebhookBatchSenderOptions,
  report: (attempts: CompletedWebhookAttempt[]) => void,
  resolve?: HostnameResolver,
): WebhookBatchSender {
  const openAgent = createWebhookAgentFactory({ rules: createIpAddressRules(allowedNetworks), resolve, timeoutMs });
  const agents = Array.from({ length: agentCount }, openAgent);
  /** By the last digits of the UUID, which are random. */
  const agentOf = ({ endpointId }: WebhookTarget) =>
    agents[Number.parseInt(endpointId.slice(-2), 16) % agentCount] ?? (agents[0] as Agent);
  const seal = createWebhookSecretCipher({ secretKey });
  let ended: CompletedWebhookAttempt[] = [];
  let isClosed = false;
  const take = (sent: CompletedWebhookAttempt): void => {
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
      const opened: (DecryptedWebhookTarget | undefined)[] = [];
      for (const { id, eventId, target, body } of deliveries) {
        const open = () => {
          opened[target] ??= decryptWebhookTarget(seal, targets[target] as WebhookTarget);
          return opened[target];
        };
        const delivery = { eventId, body: raw[body] as Buffer };
        void sendWebhook(agentOf(targets[target] as WebhookTarget), open, delivery, timeoutMs).then((attempt) =>
          take({ id, attempt }),
        );
      }
    },
    close: async () => {
      isClosed = true;
      await Promise.all(agents.map((agent) => agent.destroy()));
    },
  };
}
