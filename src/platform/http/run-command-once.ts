/**
 * Commands of operators run once per `Idempotency-Key`, with the same leases as commands of wineries (decision 6). A
 * key belongs to an operator and an operation.
 *
 * Requests and replies of operators may have passwords and access tokens, which are stored nowhere in plain text.
 * So the body is compared by an HMAC, and the reply is encrypted under a key that is derived from the Idempotency-Key
 * and SECRET_KEY.
 */
import { refuseState } from '../errors.ts';
import type { IdempotencyKeyId } from '../idempotency-key-store.ts';
import { type ClaimedCommandRun, doneCommandProgress, type ResumableRunSteps } from '../key-claims.ts';
import { hashRequest, type IdempotencyKeys, replayHeaders } from './idempotency-keys.ts';
import { type Reply, toRefusalReply } from './reply.ts';
import { createReplyCipher, type ReplyCipher } from './sealed-replies.ts';

/** A command under its Idempotency-Key. */
interface KeyedCommand {
  /** As the client sent it. */
  readonly key: string;
  readonly operatorId: string;
  /** `Rules/SetWeather` */
  readonly operation: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly request: Readonly<Record<string, unknown>>;
  readonly reference: string;
}

/**
 * Executes the command, or returns the reply of the first request with this key, after waiting for it. Rejects another
 * body with `IdempotencyKeyReused`, and with `StateForbids` a command that is done but whose reply was lost. Throws
 * `Unavailable` when the first request takes too long. A failure of `execute` releases the claim: the next request with
 * this key executes the command again, from its saved progress.
 */
export async function runCommandOnce(
  keys: IdempotencyKeys,
  command: KeyedCommand,
  execute: (run: ResumableRunSteps) => Promise<Reply>,
): Promise<Reply> {
  const { key, operation } = command;
  const digest = await hashRequest(command.query, command.request);
  const name: IdempotencyKeyId = {
    customerNo: `operator:${command.operatorId}`,
    operation,
    keyHash: keys.hash(key),
    // A header has no line breaks, so these texts are no keys.
    bodyHash: keys.hash(`${key}\nrequest\n${digest.toString('base64')}`),
  };
  const replyCipher = createReplyCipher(keys, key, operation);
  const claimed = await keys.claim(name, 200);
  if ('refused' in claimed) return toRefusalReply(claimed.refused, command.reference);
  if ('kept' in claimed) {
    const { body, headers } = replyCipher.open(claimed.kept.body);
    return { status: claimed.kept.status, body, headers: { ...headers, ...replayHeaders } };
  }
  return await runClaimedCommand(claimed.run, replyCipher, async (run) =>
    run.progress === doneCommandProgress ? toRefusalReply(doneRefusal, command.reference) : await execute(run),
  );
}

/** Executes a command that holds the claim on its key, and stores the reply in the form of `seal`. A failure releases the claim. */
export async function runClaimedCommand(
  run: ClaimedCommandRun,
  { seal }: ReplyCipher,
  execute: (run: ClaimedCommandRun) => Promise<Reply>,
): Promise<Reply> {
  try {
    const reply = await execute({ ...run, storeReply: (tx, body) => run.storeReply(tx, seal({ body })) });
    await run.finish({ status: reply.status, body: seal(reply) });
    return reply;
  } catch (error) {
    await run.release();
    throw error;
  }
}

const doneRefusal = refuseState(
  'DONE',
  'The first request with this Idempotency-Key made its change, but its reply was lost. Nothing was changed again. Look up the result.',
).refused;
