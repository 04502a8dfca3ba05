/** The deadline of a request: 503 when it takes longer. What was begun goes on. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';

export interface RequestWork {
  readonly writes: boolean;
  /** A longer deadline than the server's. */
  readonly timeoutSeconds?: number | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Runs the work of a request within its deadline. The room of the body is held until the work has ended, also after the
     * deadline or when the caller has left.
     */
    runRequest<T>(request: FastifyRequest, work: () => Promise<T>, limits: RequestWork): Promise<T>;
  }
}

/** Gives a server's routes `runRequest`. What fails after its deadline is logged. */
export function limitRequestTime(app: FastifyInstance, timeoutSeconds: number, logger: Logger): void {
  app.decorate('runRequest', async <T>(request: FastifyRequest, work: () => Promise<T>, limits: RequestWork) => {
    const { body, reference } = request.context;
    body?.hold();
    return withinDeadline(
      work().finally(() => body?.release()),
      { seconds: Math.max(timeoutSeconds, limits.timeoutSeconds ?? 0), writes: limits.writes },
      (err) => logger.warn({ err, reference }, 'a request failed after its deadline'),
    );
  });
}

const retryAfterSeconds = 5;

/**
 * Resolves with the result of `work`, or rejects with `Unavailable` when that takes longer than `seconds`. A change that
 * was begun goes on and is made once or not at all, which the reason says. `onLateError` gets what is thrown after the deadline.
 */
export function withinDeadline<T>(
  work: Promise<T>,
  { seconds, writes }: { readonly seconds: number; readonly writes: boolean },
  onLateError: (error: unknown) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOverdue = false;
    const timer = setTimeout(() => {
      isOverdue = true;
      const took = `the request took longer than ${seconds} s`;
      const reason = writes
        ? `${took}, and the change may still be made: look it up by its number or by this reference, or send it again under the same Idempotency-Key`
        : `${took}: try again`;
      reject(new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds }));
    }, seconds * 1_000);
    work.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        if (isOverdue) onLateError(error);
        else reject(error);
      },
    );
  });
}
