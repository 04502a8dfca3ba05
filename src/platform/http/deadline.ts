/** The deadline of a request: 503 when it takes longer. Work that was started continues. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';

/** The deadline of one request, and whether it writes, which decides the text of the error. */
interface RequestDeadline {
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
    runRequest<T>(request: FastifyRequest, work: () => Promise<T>, limits: RequestDeadline): Promise<T>;
  }
}

const retryAfterSeconds = 5;

/**
 * Adds `runRequest` to a server. It rejects with `Unavailable` (503) after the longer of `serverSeconds` and the
 * request's own timeout. Work that fails after its deadline is logged.
 */
export function enforceRequestDeadlines(app: FastifyInstance, serverSeconds: number, logger: Logger): void {
  app.decorate('runRequest', <T>(request: FastifyRequest, work: () => Promise<T>, limits: RequestDeadline) => {
    const { body, reference } = request.context;
    const seconds = Math.max(serverSeconds, limits.timeoutSeconds ?? 0);
    body?.hold();
    return new Promise<T>((resolve, reject) => {
      let isOverdue = false;
      const timer = setTimeout(() => {
        isOverdue = true;
        reject(pastDeadline(seconds, limits.writes));
      }, seconds * 1_000);
      work().then(
        (result) => {
          clearTimeout(timer);
          body?.release();
          resolve(result);
        },
        (err: unknown) => {
          clearTimeout(timer);
          body?.release();
          if (isOverdue) logger.warn({ err, reference }, 'a request failed after its deadline');
          else reject(err);
        },
      );
    });
  });
}

/** The reason of a write says that the change may still be made, because its work continues after the deadline. */
function pastDeadline(seconds: number, writes: boolean): AppError {
  const took = `The request took longer than ${seconds} seconds`;
  const reason = writes
    ? `${took}, and the change may still be made. Look it up by its number, or send it again with the same Idempotency-Key.`
    : `${took}. Try again.`;
  return new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds });
}
